package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import java.util.Arrays;

/// The class each row should have, and how much a row of each class counts.
///
/// @param classes per row, kept and not copied
/// @param classWeights per class; a mean is taken as `Σ_i w_i · loss_i / Σ_i w_i`, w_i the weight
///   of row i's class
/// @param totalWeight `Σ_i w_i`
public record ClassTargets(int[] classes, float[] classWeights, double totalWeight) {
  static ClassTargets of(int[] classes, int rows, int classCount) {
    float[] ones = new float[classCount];
    Arrays.fill(ones, 1);
    return of(classes, ones, rows, classCount);
  }

  static ClassTargets of(int[] classes, float[] classWeights, int rows, int classCount) {
    Shapes.length("classes", classes.length, rows);
    Shapes.indices("class of row", classes, classCount);
    Require.that(
        classWeights.length == classCount,
        "%d class weights for %d classes",
        classWeights.length,
        classCount);
    double total = 0;
    for (int c : classes) {
      total += classWeights[c];
    }
    Require.that(total > 0, "the weights of %d rows add up to %s", rows, total);
    return new ClassTargets(classes, classWeights, total);
  }

  float weight(int row) {
    return classWeights[classes[row]];
  }
}
