package io.atp.core.partition;

import java.util.Arrays;

/// Pairs of nodes to merge: each node with the unmatched neighbour it shares most edges with.
///
/// Nodes of low degree choose first, since they have fewest choices. Where hubs take all partners
/// away (stars, power-law graphs) the matching stalls; nodes left over are then matched two steps
/// apart, through a neighbour they share, those of lowest degree first, and nodes without
/// neighbours with each other.
final class HeavyEdgeMatching {
  /// Unmatched share of nodes above which pairs two steps apart are sought.
  private static final double STALLED = 0.1;

  private static final int[] TWO_STEP_DEGREES = {2, 16, Integer.MAX_VALUE};
  private static final int LARGEST_KEY = 1 << 10;

  private final WeightedGraph graph;
  private final int heaviest;
  private final int[] mate;
  private int unmatched;

  private HeavyEdgeMatching(WeightedGraph graph, int heaviest) {
    this.graph = graph;
    this.heaviest = heaviest;
    this.mate = new int[graph.nodeCount()];
    this.unmatched = graph.nodeCount();
    Arrays.fill(mate, -1);
  }

  /// The partner of every node, or the node itself.
  ///
  /// @param heaviest most weight a merged node may have
  static int[] match(WeightedGraph graph, int heaviest, long seed, int level) {
    HeavyEdgeMatching matching = new HeavyEdgeMatching(graph, heaviest);
    int[] keys = new int[graph.nodeCount()];
    for (int node = 0; node < keys.length; node++) {
      keys[node] = Math.min(graph.degree(node), LARGEST_KEY);
    }
    int[] order = Shuffle.byKey(keys, LARGEST_KEY, seed, level);
    matching.neighbours(order);
    for (int degree : TWO_STEP_DEGREES) {
      if (matching.unmatched > STALLED * graph.nodeCount()) {
        matching.twoSteps(order, degree);
      }
    }
    matching.isolated();
    for (int node = 0; node < keys.length; node++) {
      matching.mate[node] = matching.mate[node] < 0 ? node : matching.mate[node];
    }
    return matching.mate;
  }

  private boolean fits(int u, int v) {
    return graph.nodeWeights()[u] + graph.nodeWeights()[v] <= heaviest;
  }

  private void join(int u, int v) {
    mate[u] = v;
    mate[v] = u;
    unmatched -= 2;
  }

  private void neighbours(int[] order) {
    for (int node : order) {
      if (mate[node] >= 0) {
        continue;
      }
      int best = -1;
      int heaviestEdge = 0;
      for (int arc = graph.offsets()[node]; arc < graph.offsets()[node + 1]; arc++) {
        int other = graph.targets()[arc];
        if (graph.weights()[arc] > heaviestEdge && mate[other] < 0 && fits(node, other)) {
          best = other;
          heaviestEdge = graph.weights()[arc];
        }
      }
      if (best >= 0) {
        join(node, best);
      }
    }
  }

  private void twoSteps(int[] order, int mostDegree) {
    for (int middle : order) {
      int waiting = -1;
      for (int arc = graph.offsets()[middle]; arc < graph.offsets()[middle + 1]; arc++) {
        int node = graph.targets()[arc];
        if (mate[node] < 0 && graph.degree(node) <= mostDegree) {
          if (waiting >= 0 && fits(waiting, node)) {
            join(waiting, node);
            waiting = -1;
          } else {
            waiting = node;
          }
        }
      }
    }
  }

  private void isolated() {
    int waiting = -1;
    for (int node = 0; node < mate.length; node++) {
      if (mate[node] < 0 && graph.degree(node) == 0) {
        if (waiting >= 0 && fits(waiting, node)) {
          join(waiting, node);
          waiting = -1;
        } else {
          waiting = node;
        }
      }
    }
  }
}
