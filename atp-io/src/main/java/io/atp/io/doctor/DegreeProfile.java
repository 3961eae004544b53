package io.atp.io.doctor;

import io.atp.core.graph.CsrGraph;

/// How neighbours are spread over nodes.
///
/// @param hubShare share of all arcs that begin at the tenth of the nodes with the most
/// @param lowTo the median degree: nodes up to it are the paper's Low-Deg half
/// @param highFrom nodes from this degree on are the High-Deg tenth, give or take equals; above
///   [#max] where all nodes are alike
public record DegreeProfile(
    int nodes, double mean, int lowTo, int highFrom, int max, double hubShare) {

  /// By counting how many nodes have each degree: O(n + largest degree).
  public static DegreeProfile of(CsrGraph graph) {
    int nodes = graph.nodeCount();
    int max = 0;
    for (int node = 0; node < nodes; node++) {
      max = Math.max(max, graph.degree(node));
    }
    int[] withDegree = new int[max + 1];
    for (int node = 0; node < nodes; node++) {
      withDegree[graph.degree(node)]++;
    }
    int hubs = Math.ceilDiv(nodes, 10);
    int median = ranked(withDegree, (nodes - 1) / 2);
    long ofHubs = 0;
    int left = hubs;
    for (int degree = max; left > 0; degree--) {
      int taken = Math.min(left, withDegree[degree]);
      ofHubs += (long) taken * degree;
      left -= taken;
    }
    return new DegreeProfile(
        nodes,
        nodes == 0 ? 0 : (double) graph.arcCount() / nodes,
        median,
        Math.max(median + 1, ranked(withDegree, nodes - hubs)),
        max,
        graph.arcCount() == 0 ? 0 : (double) ofHubs / graph.arcCount());
  }

  /// The degree at a place of the sorted list of all degrees.
  private static int ranked(int[] withDegree, int place) {
    int degree = 0;
    for (int passed = withDegree[0]; passed <= place && degree + 1 < withDegree.length; ) {
      passed += withDegree[++degree];
    }
    return degree;
  }
}
