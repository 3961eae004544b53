package io.atp.learn.model;

/// Batches of training nodes, in a new order each epoch: the steps of a model that can answer for
/// any node.
final class NodeSteps<I> implements Steps {
  private final Model<I> model;
  private final I inputs;
  private final Targets targets;
  private final EpochBatches batches;

  /// @param batchSize 0 for all nodes at once
  NodeSteps(Model<I> model, I inputs, int[] nodes, Targets targets, int batchSize, long seed) {
    this.model = model;
    this.inputs = inputs;
    this.targets = targets;
    this.batches = new EpochBatches(nodes, batchSize, seed);
  }

  @Override
  public int count(int epoch) {
    return batches.of(epoch).size();
  }

  @Override
  public Step draw(int epoch, int number) {
    int[] batch = batches.of(epoch).get(number);
    return (tape, phase) -> model.loss(tape, inputs, batch, targets, phase);
  }

  @Override
  public boolean ahead() {
    return false;
  }
}
