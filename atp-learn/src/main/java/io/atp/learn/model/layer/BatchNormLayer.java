package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.BatchNorm;
import io.atp.learn.tensor.op.RunningStatistics;
import java.util.List;

/// A batch norm with its scale, shift and running statistics; starts as γ = 1, β = 0.
public record BatchNormLayer(Parameter scale, Parameter shift, RunningStatistics running) {
  public static BatchNormLayer create(ParameterStore store, String name, int columns) {
    return new BatchNormLayer(
        store.create(name + ".scale", 1, columns, new Initialiser.Constant(1)),
        store.create(name + ".shift", 1, columns, new Initialiser.Constant(0)),
        new RunningStatistics(
            store.buffer(name + ".mean", 1, columns, 0),
            store.buffer(name + ".variance", 1, columns, 1)));
  }

  public Tensor apply(Tensor x, Phase phase) {
    return BatchNorm.of(x, x.tape().parameter(scale), x.tape().parameter(shift), running, phase);
  }

  public List<Parameter> parameters() {
    return List.of(scale, shift);
  }
}
