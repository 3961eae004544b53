package io.atp.learn.model;

import io.atp.core.runtime.StatelessHash;

/// Batches of training nodes in a new order each epoch, and for each what is drawn around it.
final class BatchSteps implements Steps {
  private static final long PURPOSE = 0x61726F756E64L; // "around"

  private final EpochBatches batches;
  private final long seed;
  private final Sampler sampler;

  /// What a batch needs of the graph.
  @FunctionalInterface
  interface Sampler {
    /// Called from any thread.
    Step around(int[] batch, long seed);
  }

  /// @param batchSize 0 for all nodes at once
  BatchSteps(int[] nodes, int batchSize, long seed, Sampler sampler) {
    this.batches = new EpochBatches(nodes, batchSize, seed);
    this.seed = seed;
    this.sampler = sampler;
  }

  @Override
  public int count(int epoch) {
    return batches.of(epoch).size();
  }

  @Override
  public Step draw(int epoch, int number) {
    int[] batch = batches.of(epoch).get(number);
    return sampler.around(batch, StatelessHash.of(seed, PURPOSE, epoch, number));
  }
}
