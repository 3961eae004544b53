package io.atp.core.propagate;

import io.atp.core.operator.PropagationOperator;

/// What rows are multiplied with on their way: the walk runs on `Y = diag(right) X`. All that a
/// walk needs of an operator beside its topology, in half the bytes.
///
/// @param enter X → Y: `right_i`
/// @param step of one hop: `(1−lazy)(1−restart) · left_i · right_i`
/// @param leave Y → X: `1 / right_i`
public record HopFactors(float[] enter, float[] step, float[] leave) {
  /// What a node takes.
  static final int NODE_BYTES = 3 * Float.BYTES;

  /// By node.
  public static HopFactors of(PropagationOperator operator, PropagationConfig config) {
    HopFactors factors = sized(operator.nodeCount());
    for (int node = 0; node < operator.nodeCount(); node++) {
      double right = operator.right()[node];
      factors.enter[node] = (float) right;
      factors.step[node] = config.stepFactor(operator.left()[node], right);
      factors.leave[node] = (float) (1 / right);
    }
    return factors;
  }

  private static HopFactors sized(int rows) {
    return new HopFactors(new float[rows], new float[rows], new float[rows]);
  }

  /// The same by place.
  HopFactors placed(RowPlacement placement) {
    if (placement.asGiven()) {
      return this;
    }
    HopFactors moved = sized(enter.length);
    for (int place = 0; place < enter.length; place++) {
      int node = placement.node(place);
      moved.enter[place] = enter[node];
      moved.step[place] = step[node];
      moved.leave[place] = leave[node];
    }
    return moved;
  }
}
