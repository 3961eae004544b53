package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Tensor;
import java.util.Arrays;

/// The class each row should have, and how much a row of each class counts: a mean over rows is
/// `Σ_i w_i · loss_i / Σ_i w_i`, w_i the weight of row i's class.
///
/// @param classes per row, kept and not copied
/// @param classWeights per class
public record ClassTargets(int[] classes, float[] classWeights) {
  public ClassTargets {
    Shapes.indices("class of row", classes, classWeights.length);
    double total = totalWeight(classes, classWeights);
    Require.that(total > 0, "the weights of %d rows add up to %s", classes.length, total);
  }

  /// All classes count alike.
  static ClassTargets of(int[] classes, int classCount) {
    float[] ones = new float[classCount];
    Arrays.fill(ones, 1);
    return new ClassTargets(classes, ones);
  }

  void requireFit(Tensor scores) {
    Shapes.length("classes", classes.length, scores.rows());
    Require.that(
        classWeights.length == scores.columns(),
        "%d class weights for %d classes",
        classWeights.length,
        scores.columns());
  }

  float weight(int row) {
    return classWeights[classes[row]];
  }

  /// `Σ_i w_i`.
  double totalWeight() {
    return totalWeight(classes, classWeights);
  }

  private static double totalWeight(int[] classes, float[] classWeights) {
    double total = 0;
    for (int c : classes) {
      total += classWeights[c];
    }
    return total;
  }
}
