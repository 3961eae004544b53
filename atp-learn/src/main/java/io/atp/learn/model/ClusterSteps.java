package io.atp.learn.model;

import io.atp.core.runtime.StatelessHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Clusters in a new order each epoch, q at a time, one step for each group; a group without
/// training nodes has nothing to learn from and is left out.
final class ClusterSteps implements Steps {
  private static final long PURPOSE = 0x636C757374L; // "clust"

  private final int[][] clusters;
  private final int together;
  private final boolean[] trains;
  private final long seed;
  private final Body body;
  private int epoch;
  private List<int[]> groups = List.of();

  /// What a step makes of its nodes.
  @FunctionalInterface
  interface Body {
    /// Called from any thread.
    ///
    /// @param nodes increasing
    /// @param trained places in `nodes` of those with targets, at least one
    Step of(int[] nodes, int[] trained);
  }

  /// @param clusters the nodes of each
  /// @param together q
  ClusterSteps(int[][] clusters, int together, int[] trainNodes, long seed, Body body) {
    this.clusters = clusters;
    this.together = together;
    this.seed = seed;
    this.body = body;
    int nodeCount = Arrays.stream(clusters).mapToInt(cluster -> cluster.length).sum();
    this.trains = new boolean[nodeCount];
    for (int node : trainNodes) {
      trains[node] = true;
    }
  }

  @Override
  public int count(int epoch) {
    return groups(epoch).size();
  }

  @Override
  public Step draw(int epoch, int number) {
    int[] nodes = groups(epoch).get(number);
    int[] places = new int[nodes.length];
    int count = 0;
    for (int i = 0; i < nodes.length; i++) {
      if (trains[nodes[i]]) {
        places[count++] = i;
      }
    }
    return body.of(nodes, Arrays.copyOf(places, count));
  }

  /// The nodes of each step, increasing.
  private synchronized List<int[]> groups(int wanted) {
    if (epoch != wanted) {
      groups = new ArrayList<>();
      int[] order = order(wanted);
      for (int from = 0; from < order.length; from += together) {
        int to = (int) Math.min(order.length, (long) from + together);
        int[] nodes =
            Arrays.stream(order, from, to)
                .flatMap(cluster -> Arrays.stream(clusters[cluster]))
                .sorted()
                .toArray();
        if (Arrays.stream(nodes).anyMatch(node -> trains[node])) {
          groups.add(nodes);
        }
      }
      epoch = wanted;
    }
    return groups;
  }

  private int[] order(int wanted) {
    int[] order = new int[clusters.length];
    Arrays.setAll(order, i -> i);
    for (int i = order.length - 1; i > 0; i--) {
      int j = StatelessHash.below(StatelessHash.of(seed, PURPOSE, wanted, i), i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    return order;
  }
}
