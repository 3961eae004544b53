package io.atp.learn.model;

import io.atp.core.runtime.StatelessHash;
import java.util.List;

/// Batches of training nodes in a new order each epoch, and for each what is drawn around it.
final class BatchSteps implements Steps {
  private static final long PURPOSE = 0x61726F756E64L; // "around"

  private final int[] nodes;
  private final int batchSize;
  private final long seed;
  private final Sampler sampler;
  private volatile Epoch last = new Epoch(0, List.of());

  private record Epoch(int number, List<int[]> batches) {}

  /// What a batch needs of the graph.
  @FunctionalInterface
  interface Sampler {
    /// Called from any thread.
    Step around(int[] batch, long seed);
  }

  /// @param batchSize 0 for all nodes at once
  BatchSteps(int[] nodes, int batchSize, long seed, Sampler sampler) {
    this.nodes = nodes;
    this.batchSize = batchSize;
    this.seed = seed;
    this.sampler = sampler;
  }

  @Override
  public int count(int epoch) {
    return batches(epoch).size();
  }

  @Override
  public Step draw(int epoch, int number) {
    int[] batch = batches(epoch).get(number);
    return sampler.around(batch, StatelessHash.of(seed, PURPOSE, epoch, number));
  }

  /// Threads that ask at once may shuffle twice, to the same order.
  private List<int[]> batches(int epoch) {
    Epoch current = last;
    if (current.number() != epoch) {
      current = new Epoch(epoch, Batches.of(nodes, batchSize, seed, epoch));
      last = current;
    }
    return current.batches();
  }
}
