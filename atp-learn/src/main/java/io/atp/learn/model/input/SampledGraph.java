package io.atp.learn.model.input;

import io.atp.core.operator.PropagationOperator;

/// A graph that training sees in parts and judging as a whole.
///
/// @param whole for judging
/// @param operator M, row by row, for parts
public record SampledGraph(GraphInputs whole, PropagationOperator operator) {
  public NodeFeatures features() {
    return whole.features();
  }
}
