package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Tensor;
import java.util.Arrays;

/// The class each row should have, and how much the row counts: `Σ_i w_i · loss_i / divisor`.
///
/// @param classes per row, kept and not copied
/// @param rowWeights w, per row
/// @param divisor `Σ_i w_i` for a mean, 1 for a sum
public record ClassTargets(int[] classes, int classCount, float[] rowWeights, double divisor) {
  public ClassTargets {
    Shapes.indices("class of row", classes, classCount);
    Shapes.length("row weights", rowWeights.length, classes.length);
  }

  /// The mean over all rows.
  static ClassTargets of(int[] classes, int classCount) {
    float[] ones = new float[classes.length];
    Arrays.fill(ones, 1);
    return mean(classes, classCount, ones);
  }

  /// The mean in which a row weighs what its class does.
  static ClassTargets of(int[] classes, float[] classWeights) {
    Shapes.indices("class of row", classes, classWeights.length);
    float[] weights = new float[classes.length];
    for (int row = 0; row < weights.length; row++) {
      weights[row] = classWeights[classes[row]];
    }
    return mean(classes, classWeights.length, weights);
  }

  private static ClassTargets mean(int[] classes, int classCount, float[] weights) {
    double total = 0;
    for (float weight : weights) {
      total += weight;
    }
    Require.that(total > 0, "the weights of %d rows add up to %s", classes.length, total);
    return new ClassTargets(classes, classCount, weights, total);
  }

  /// The weighted sum.
  static ClassTargets sum(int[] classes, int classCount, float[] rowWeights) {
    return new ClassTargets(classes, classCount, rowWeights, 1);
  }

  void requireFit(Tensor scores) {
    Shapes.length("classes", classes.length, scores.rows());
    Require.that(
        classCount == scores.columns(),
        "%d class weights for %d classes",
        classCount,
        scores.columns());
  }

  float weight(int row) {
    return rowWeights[row];
  }
}
