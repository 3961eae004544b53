package io.atp.core.partition;

/// A finer graph and what its nodes become: node `i` is merged into node `coarseOf[i]` of the next.
///
/// @param coarseOf rises with the smallest node merged, so that neighbours in memory stay so
record Level(WeightedGraph coarse, int[] coarseOf) {

  static Level ofPairs(WeightedGraph graph, int[] mate) {
    int[] coarseOf = new int[mate.length];
    int coarseCount = 0;
    for (int node = 0; node < mate.length; node++) {
      coarseOf[node] = mate[node] < node ? coarseOf[mate[node]] : coarseCount++;
    }
    return new Level(graph.merged(coarseOf, coarseCount), coarseOf);
  }

  /// Every node takes what the node it was merged into has.
  int[] project(int[] coarsePart) {
    int[] part = new int[coarseOf.length];
    for (int node = 0; node < part.length; node++) {
      part[node] = coarsePart[coarseOf[node]];
    }
    return part;
  }
}
