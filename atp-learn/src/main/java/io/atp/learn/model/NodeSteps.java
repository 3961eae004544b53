package io.atp.learn.model;

import java.util.List;

/// Batches of training nodes, in a new order each epoch: the steps of a model that can answer for
/// any node.
final class NodeSteps<I> implements Steps {
  private final Model<I> model;
  private final I inputs;
  private final int[] nodes;
  private final Targets targets;
  private final int batchSize;
  private final long seed;
  private int epoch;
  private List<int[]> batches = List.of();

  /// @param batchSize 0 for all nodes at once
  NodeSteps(Model<I> model, I inputs, int[] nodes, Targets targets, int batchSize, long seed) {
    this.model = model;
    this.inputs = inputs;
    this.nodes = nodes;
    this.targets = targets;
    this.batchSize = batchSize;
    this.seed = seed;
  }

  @Override
  public int count(int epoch) {
    return batches(epoch).size();
  }

  @Override
  public Step draw(int epoch, int number) {
    int[] batch = batches(epoch).get(number);
    return (tape, phase) -> model.loss(tape, inputs, batch, targets, phase);
  }

  @Override
  public boolean ahead() {
    return false;
  }

  private List<int[]> batches(int wanted) {
    if (epoch != wanted) {
      batches = Batches.of(nodes, batchSize, seed, wanted);
      epoch = wanted;
    }
    return batches;
  }
}
