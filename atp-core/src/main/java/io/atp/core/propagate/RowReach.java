package io.atp.core.propagate;

import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;

/// Row i of W⁰ … Wᴷ: how much of every node's features there is in node i's after each hop.
///
/// One row instead of a matrix, by `e_i Wʰ = (e_i Wʰ⁻¹) W`. Costs a pass over the arcs of the nodes
/// reached for each hop, and 8 bytes a node and hop.
public final class RowReach {
  private final CsrGraph graph;
  private final double[] left;
  private final double[] right;
  private final double loop;
  private final double lazyShare;

  private RowReach(CsrGraph graph, double[] left, double[] right, double loop, double lazyShare) {
    this.graph = graph;
    this.left = left;
    this.right = right;
    this.loop = loop;
    this.lazyShare = lazyShare;
  }

  /// Of `W = (1 − lazyShare)·M + lazyShare·I`, by hop and node.
  public static double[][] of(PropagationOperator operator, double lazyShare, int node, int hops) {
    return new RowReach(operator.graph(), operator.left(), operator.right(), 1, lazyShare)
        .rows(node, hops);
  }

  /// Of `W = diag(left) · A · diag(right)`, without loops.
  public static double[][] loopFree(
      CsrGraph graph, double[] left, double[] right, int node, int hops) {
    return new RowReach(graph, left, right, 0, 0).rows(node, hops);
  }

  private double[][] rows(int node, int hops) {
    double[][] rows = new double[hops + 1][graph.nodeCount()];
    rows[0][node] = 1;
    for (int hop = 1; hop <= hops; hop++) {
      step(rows[hop - 1], rows[hop]);
    }
    return rows;
  }

  private void step(double[] from, double[] into) {
    for (int i = 0; i < from.length; i++) {
      if (from[i] == 0) {
        continue;
      }
      double weight = from[i] * (1 - lazyShare) * left[i];
      into[i] += from[i] * lazyShare + weight * loop * right[i];
      for (long arc = graph.offset(i), end = graph.offset(i + 1); arc < end; arc++) {
        int j = graph.target(arc);
        into[j] += weight * right[j];
      }
    }
  }
}
