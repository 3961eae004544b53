package io.atp.learn.model;

import java.util.List;

/// The batches of one epoch at a time, for any thread that asks.
final class EpochBatches {
  private final int[] nodes;
  private final int size;
  private final long seed;
  private int epoch;
  private List<int[]> batches = List.of();

  /// @param size 0 for all nodes at once
  EpochBatches(int[] nodes, int size, long seed) {
    this.nodes = nodes;
    this.size = size;
    this.seed = seed;
  }

  synchronized List<int[]> of(int wanted) {
    if (epoch != wanted) {
      batches = Batches.of(nodes, size, seed, wanted);
      epoch = wanted;
    }
    return batches;
  }
}
