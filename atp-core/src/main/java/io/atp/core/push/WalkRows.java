package io.atp.core.push;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import java.util.Arrays;

/// Where a random walker may go: the rows of A, or of Â = A + I.
///
/// Without loops a node that listens to nobody has nowhere to go. Its walker stays, as if the node
/// had a loop: its degree counts as 1, so `s = 1` for every r, and its row is itself alone.
record WalkRows(CsrGraph graph, boolean selfLoops) {
  private static final int RANGE = 1 << 12;

  /// d̂, or d but at least 1.
  double degree(int node) {
    return selfLoops ? graph.selfLoopedDegree(node) : Math.max(1, graph.degree(node));
  }

  /// Neighbours by increasing id, a loop in its place among them; returns how many. 0 means that
  /// the walker stays.
  int copyRow(int node, int[] into) {
    int degree = graph.copyRow(node, into);
    if (!selfLoops) {
      return degree;
    }
    int at = -1 - Arrays.binarySearch(into, 0, degree, node);
    System.arraycopy(into, at, into, at + 1, degree - at);
    into[at] = node;
    return degree + 1;
  }

  /// `into`, or a longer array where the row of the node would not fit.
  int[] roomFor(int node, int[] into) {
    int needed = graph.degree(node) + 1;
    return needed <= into.length ? into : new int[Math.max(needed, 2 * into.length)];
  }

  /// 1 / d_i. 8 bytes a node.
  double[] inverseDegrees(Workers workers) {
    double[] inverse = new double[graph.nodeCount()];
    workers.forEachRange(
        inverse.length,
        RANGE,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            inverse[node] = 1 / degree(node);
          }
        });
    return inverse;
  }

  /// s_i = d_i^(r_i), with which `P̃ = diag(s) · P · diag(s)⁻¹`. 8 bytes a node.
  double[] scale(NodeCoefficients r, Workers workers) {
    int nodeCount = graph.nodeCount();
    Require.that(
        r.nodeCount() == nodeCount,
        "%d coefficients were given for a graph of %d nodes",
        r.nodeCount(),
        nodeCount);
    double[] scale = new double[nodeCount];
    workers.forEachRange(
        nodeCount,
        RANGE,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            scale[node] = StrictMath.pow(degree(node), r.of(node));
            if (!(scale[node] > 0 && scale[node] < Double.POSITIVE_INFINITY)) {
              throw new IllegalArgumentException(
                  "the coefficient %s of node %d raises its degree %s to %s"
                      .formatted(r.of(node), node, degree(node), scale[node]));
            }
          }
        });
    return scale;
  }
}
