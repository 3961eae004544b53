package io.atp.learn.sample;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.learn.tensor.sparse.SparseRows;

/// `d_i^(r_i − 1) · d_j^(−r_j)` on the arcs of a part of a graph, where r is always the node's own,
/// whatever part it is in, and d is one of two degrees.
public enum SubgraphWeights {
  /// Degrees in the whole graph: the entries of its operator between nodes of the part. What comes
  /// from outside the part is missing.
  SLICE,
  /// Degrees in the part: its operator as if it were a graph of its own.
  LOCAL;

  /// What a weight is multiplied with besides.
  @FunctionalInterface
  public interface ArcFactors {
    /// @param node whose row it is, of the graph
    /// @param arc place in the graph
    float of(int node, long arc);
  }

  private static final ArcFactors ONES = (_, _) -> 1;

  /// `D̂^(R−1) (A_B + I) D̂^(−R)`: the node itself first in each row, then its neighbours.
  public SparseRows withLoops(Subgraph part, CsrGraph graph, NodeCoefficients r) {
    return withLoops(part, graph, r, ONES);
  }

  /// @param more on arcs; a node's own entry stays as it is
  public SparseRows withLoops(Subgraph part, CsrGraph graph, NodeCoefficients r, ArcFactors more) {
    Factors factors = factors(part, graph, r, 1);
    int[] offsets = new int[part.nodeCount() + 1];
    int[] columns = new int[Math.addExact(part.arcCount(), part.nodeCount())];
    float[] weights = new float[columns.length];
    int next = 0;
    for (int i = 0; i < part.nodeCount(); i++) {
      columns[next] = i;
      weights[next++] = factors.of(i, i);
      for (int at = part.offsets()[i]; at < part.offsets()[i + 1]; at++) {
        columns[next] = part.targets()[at];
        weights[next] = factors.of(i, columns[next]) * more.of(part.nodes()[i], part.arcs()[at]);
        next++;
      }
      offsets[i + 1] = next;
    }
    return new SparseRows(offsets, columns, weights, part.nodeCount());
  }

  /// `D^(R−1) A_B D^(−R)`: entry for entry the arcs of the part.
  public SparseRows withoutLoops(Subgraph part, CsrGraph graph, NodeCoefficients r) {
    return withoutLoops(part, graph, r, ONES);
  }

  public SparseRows withoutLoops(
      Subgraph part, CsrGraph graph, NodeCoefficients r, ArcFactors more) {
    Factors factors = factors(part, graph, r, 0);
    float[] weights = new float[part.arcCount()];
    for (int i = 0; i < part.nodeCount(); i++) {
      for (int at = part.offsets()[i]; at < part.offsets()[i + 1]; at++) {
        weights[at] = factors.of(i, part.targets()[at]) * more.of(part.nodes()[i], part.arcs()[at]);
      }
    }
    return new SparseRows(part.offsets(), part.targets(), weights, part.nodeCount());
  }

  private Factors factors(Subgraph part, CsrGraph graph, NodeCoefficients r, int loop) {
    double[] left = new double[part.nodeCount()];
    double[] right = new double[part.nodeCount()];
    for (int i = 0; i < left.length; i++) {
      int node = part.nodes()[i];
      long degree =
          loop
              + switch (this) {
                case SLICE -> graph.degree(node);
                case LOCAL -> part.degree(i);
              };
      // A node without neighbours that is listened to counts as one with a single neighbour.
      double base = Math.max(1, degree);
      left[i] = StrictMath.pow(base, r.of(node) - 1);
      right[i] = StrictMath.pow(base, -r.of(node));
    }
    return new Factors(left, right);
  }

  private record Factors(double[] left, double[] right) {
    float of(int i, int j) {
      return (float) (left[i] * right[j]);
    }
  }
}
