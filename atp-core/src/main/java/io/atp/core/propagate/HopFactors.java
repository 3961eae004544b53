package io.atp.core.propagate;

import io.atp.core.operator.PropagationOperator;

/// What rows are multiplied with on their way, by place: the walk runs on `Y = diag(right) X`.
///
/// @param enter X → Y: `right_i`
/// @param step of one hop: `(1−lazy)(1−restart) · left_i · right_i`
/// @param leave Y → X: `1 / right_i`
record HopFactors(float[] enter, float[] step, float[] leave) {
  static HopFactors of(
      PropagationOperator operator, RowPlacement placement, PropagationConfig config) {
    int rows = operator.nodeCount();
    var factors = new HopFactors(new float[rows], new float[rows], new float[rows]);
    for (int place = 0; place < rows; place++) {
      int node = placement.node(place);
      double right = operator.right()[node];
      factors.enter[place] = (float) right;
      factors.step[place] = config.stepFactor(operator.left()[node], right);
      factors.leave[place] = (float) (1 / right);
    }
    return factors;
  }
}
