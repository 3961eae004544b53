package io.atp.core.partition;

import java.util.Arrays;

/// A finer graph and what its nodes become: node `i` is merged into node `coarseOf[i]` of the next.
///
/// @param coarseOf rises with the smallest node merged, so that neighbours in memory stay so
record Level(WeightedGraph coarse, int[] coarseOf) {

  /// Merges pairs: weights of nodes and of parallel arcs are added, arcs inside a pair vanish.
  static Level contract(WeightedGraph graph, int[] mate) {
    int[] coarseOf = new int[mate.length];
    int coarseCount = 0;
    for (int node = 0; node < mate.length; node++) {
      coarseOf[node] = mate[node] < node ? coarseOf[mate[node]] : coarseCount++;
    }
    int[] offsets = new int[coarseCount + 1];
    int[] targets = new int[graph.targets().length];
    int[] weights = new int[graph.targets().length];
    int[] nodeWeights = new int[coarseCount];
    int[] slots = new int[coarseCount];
    Arrays.fill(slots, -1);
    int at = 0;
    for (int node = 0; node < mate.length; node++) {
      if (mate[node] < node) {
        continue;
      }
      int coarse = coarseOf[node];
      int start = at;
      for (int member = node; ; member = mate[node]) {
        nodeWeights[coarse] += graph.nodeWeights()[member];
        for (int arc = graph.offsets()[member]; arc < graph.offsets()[member + 1]; arc++) {
          int target = coarseOf[graph.targets()[arc]];
          if (target == coarse) {
            continue;
          }
          if (slots[target] >= start) {
            weights[slots[target]] += graph.weights()[arc];
          } else {
            slots[target] = at;
            targets[at] = target;
            weights[at++] = graph.weights()[arc];
          }
        }
        if (member == mate[node]) {
          break;
        }
      }
      offsets[coarse + 1] = at;
    }
    return new Level(
        new WeightedGraph(
            offsets, Arrays.copyOf(targets, at), Arrays.copyOf(weights, at), nodeWeights),
        coarseOf);
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
