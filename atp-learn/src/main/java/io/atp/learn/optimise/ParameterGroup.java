package io.atp.learn.optimise;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Parameter;
import java.util.List;

/// Parameters that share a learning rate and a weight decay.
///
/// @param weightDecay λ of `λ/2 · ‖W‖²`, applied to every parameter of the group, biases included
public record ParameterGroup(
    String name, List<Parameter> parameters, double learningRate, double weightDecay) {
  public ParameterGroup {
    parameters = List.copyOf(parameters);
    Require.that(
        learningRate >= 0 && Double.isFinite(learningRate),
        "the learning rate of %s must be a finite number from 0 on, got %s",
        name,
        learningRate);
    Require.that(
        weightDecay >= 0 && Double.isFinite(weightDecay),
        "the weight decay of %s must be a finite number from 0 on, got %s",
        name,
        weightDecay);
  }
}
