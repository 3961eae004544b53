package io.atp.learn.model;

import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.DenseStack;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// A [DenseStack] on one prepared matrix: the classifier of GBP and AGP.
record StackModel(DenseStack stack) implements Model<HopInputs> {
  @Override
  public List<ParameterGroup> groups(double learningRate, double weightDecay) {
    return List.of(new ParameterGroup("all", stack.parameters(), learningRate, weightDecay));
  }

  @Override
  public Tensor logits(Tape tape, HopInputs inputs, int[] nodes, Phase phase) {
    return stack.apply(inputs.rows(tape, 0, nodes), phase);
  }
}
