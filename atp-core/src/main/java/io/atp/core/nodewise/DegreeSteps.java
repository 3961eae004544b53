package io.atp.core.nodewise;

import io.atp.core.graph.CsrGraph;

/// `l_u = ⌊τ · ln(2m / √(d_min · d_u)) / ln √(2m/n)⌋` with the degrees of A + I.
final class DegreeSteps {
  private static final double MOST = 1 << 20;

  private DegreeSteps() {}

  static int[] of(CsrGraph graph, NodeSteps.ByDegree rule) {
    double[] lengths = lengths(graph, rule.edges());
    int[] steps = new int[lengths.length];
    for (int node = 0; node < steps.length; node++) {
      double length = Math.floor(rule.tau() * lengths[node]);
      if (length > MOST) {
        throw new IllegalArgumentException(
            "tau = %s gives node %d a walk of %s steps".formatted(rule.tau(), node, length));
      }
      steps[node] = (int) Math.max(0, length);
    }
    return steps;
  }

  /// Lengths for τ = 1, before they are rounded down. A graph of loops alone has nowhere to go.
  static double[] lengths(CsrGraph graph, NodeSteps.EdgeCount edges) {
    double[] lengths = new double[graph.nodeCount()];
    double entries = (double) graph.arcCount() + graph.nodeCount();
    double twiceEdges = edges == NodeSteps.EdgeCount.STORED ? entries : 2 * entries;
    double mean = twiceEdges / Math.max(1, graph.nodeCount());
    if (graph.arcCount() == 0) {
      return lengths;
    }
    double smallest = smallestDegree(graph);
    double unit = StrictMath.log(Math.sqrt(mean));
    for (int node = 0; node < lengths.length; node++) {
      double middle = Math.sqrt(smallest * graph.selfLoopedDegree(node));
      lengths[node] = StrictMath.log(twiceEdges / middle) / unit;
    }
    return lengths;
  }

  private static long smallestDegree(CsrGraph graph) {
    long smallest = Long.MAX_VALUE;
    for (int node = 0; node < graph.nodeCount(); node++) {
      smallest = Math.min(smallest, graph.selfLoopedDegree(node));
    }
    return smallest;
  }
}
