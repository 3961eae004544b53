package io.atp.core.propagate;

import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import java.util.Arrays;

/// Row i of W⁰, W¹, …: how much of every node's features there is in node i's after each step.
@FunctionalInterface
public interface RowReach {
  /// Takes one row after the other, from W⁰ to the last.
  ///
  /// @param last the largest power
  void walk(int last, Visitor visitor);

  /// What is done with a row.
  @FunctionalInterface
  interface Visitor {
    /// @param row by node, to be read before this returns
    void row(int step, double[] row);
  }

  /// Of `W = (1 − lazyShare)·M + lazyShare·I`, step by step as `e_i Wʰ = (e_i Wʰ⁻¹) W`: a pass over
  /// the arcs of the nodes reached for each, and 16 bytes a node.
  static RowReach of(PropagationOperator operator, double lazyShare, int node) {
    return (last, visitor) ->
        walk(
            operator.nodeCount(),
            node,
            last,
            (from, into) -> {
              for (int i = 0; i < from.length; i++) {
                double weight = from[i] * (1 - lazyShare) * operator.left()[i];
                into[i] += from[i] * lazyShare + weight * operator.right()[i];
                spread(operator.graph(), operator.right(), i, weight, into);
              }
            },
            visitor);
  }

  /// Of `W = diag(left) · A · diag(right)`, without loops.
  static RowReach loopFree(CsrGraph graph, double[] left, double[] right, int node) {
    return (last, visitor) ->
        walk(
            graph.nodeCount(),
            node,
            last,
            (from, into) -> {
              for (int i = 0; i < from.length; i++) {
                spread(graph, right, i, from[i] * left[i], into);
              }
            },
            visitor);
  }

  /// A row that was computed elsewhere, as the only one.
  static RowReach single(double[] row) {
    return (_, visitor) -> visitor.row(0, row);
  }

  /// One step of the walk: adds what `from` gives to `into`.
  @FunctionalInterface
  interface Step {
    void add(double[] from, double[] into);
  }

  private static void walk(int nodes, int node, int last, Step step, Visitor visitor) {
    double[] row = new double[nodes];
    double[] next = new double[nodes];
    row[node] = 1;
    visitor.row(0, row);
    for (int hop = 1; hop <= last; hop++) {
      Arrays.fill(next, 0);
      step.add(row, next);
      visitor.row(hop, next);
      double[] done = row;
      row = next;
      next = done;
    }
  }

  private static void spread(
      CsrGraph graph, double[] right, int node, double weight, double[] into) {
    if (weight == 0) {
      return;
    }
    for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
      int j = graph.target(arc);
      into[j] += weight * right[j];
    }
  }
}
