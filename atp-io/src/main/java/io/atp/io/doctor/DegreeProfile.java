package io.atp.io.doctor;

import io.atp.core.graph.CsrGraph;
import java.util.Arrays;

/// How neighbours are spread over nodes.
///
/// @param hubShare share of all arcs that begin at the tenth of the nodes with the most
/// @param lowTo the median degree: nodes up to it are the paper's Low-Deg half
/// @param highFrom nodes from this degree on are the High-Deg tenth, give or take equals; above
///   [#max] where all nodes are alike
public record DegreeProfile(
    int nodes, double mean, int lowTo, int highFrom, int max, double hubShare) {

  /// Sorts a copy of the degrees: O(n log n), 4 bytes a node.
  public static DegreeProfile of(CsrGraph graph) {
    int[] degrees = new int[graph.nodeCount()];
    for (int node = 0; node < degrees.length; node++) {
      degrees[node] = graph.degree(node);
    }
    Arrays.sort(degrees);
    if (degrees.length == 0) {
      return new DegreeProfile(0, 0, 0, 1, 0, 0);
    }
    int hubs = Math.ceilDiv(degrees.length, 10);
    long ofHubs = 0;
    for (int i = degrees.length - hubs; i < degrees.length; i++) {
      ofHubs += degrees[i];
    }
    int median = degrees[(degrees.length - 1) / 2];
    return new DegreeProfile(
        degrees.length,
        (double) graph.arcCount() / degrees.length,
        median,
        Math.max(median + 1, degrees[degrees.length - hubs]),
        degrees[degrees.length - 1],
        graph.arcCount() == 0 ? 0 : (double) ofHubs / graph.arcCount());
  }
}
