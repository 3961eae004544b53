package io.atp.learn.model;

import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `logits = Z·W + b` on one prepared matrix: the classifier of SGC and S²GC.
record LinearModel(Linear classifier) implements Model<HopInputs> {
  static LinearModel create(HopInputs inputs, int outputs, ParameterStore store) {
    return new LinearModel(Linear.create(store, "classifier", inputs.width(0), outputs));
  }

  @Override
  public List<ParameterGroup> groups(double learningRate, double weightDecay) {
    return List.of(new ParameterGroup("all", classifier.parameters(), learningRate, weightDecay));
  }

  @Override
  public Tensor logits(Tape tape, HopInputs inputs, int[] nodes, Phase phase) {
    return classifier.apply(inputs.rows(tape, 0, nodes));
  }
}
