package io.atp.core.partition;

import java.util.ArrayList;
import java.util.List;

/// A graph and ever smaller pictures of it, finest first.
///
/// @param graphs one more than there are levels between them
record Hierarchy(List<WeightedGraph> graphs, List<Level> levels) {
  /// A level that keeps more than this share of the nodes is not worth its cost.
  private static final double LEAST_SHRINKING = 0.95;

  /// @param enough stop at this many nodes
  /// @param heaviest most weight of one node
  static Hierarchy of(WeightedGraph graph, int enough, int heaviest, long seed) {
    List<WeightedGraph> graphs = new ArrayList<>(List.of(graph));
    List<Level> levels = new ArrayList<>();
    WeightedGraph current = graph;
    while (current.nodeCount() > enough) {
      Level level =
          Level.ofPairs(current, HeavyEdgeMatching.match(current, heaviest, seed, levels.size()));
      if (level.coarse().nodeCount() > LEAST_SHRINKING * current.nodeCount()) {
        break;
      }
      levels.add(level);
      current = level.coarse();
      graphs.add(current);
    }
    return new Hierarchy(graphs, levels);
  }

  WeightedGraph coarsest() {
    return graphs.getLast();
  }
}
