package io.atp.learn.tensor.op;

import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.sparse.SparseDropout;

/// Steps that every softmax over a neighbourhood takes, on the weights of a staged row.
final class AttentionRow {
  private AttentionRow() {}

  static float largest(WeightedRows list) {
    float largest = Float.NEGATIVE_INFINITY;
    float[] scores = list.weights();
    for (int k = 0; k < list.count(); k++) {
      largest = Math.max(largest, scores[k]);
    }
    return largest;
  }

  /// Turns scores e into `exp(e − largest)` and returns their sum.
  static double exponentials(WeightedRows list, float largest) {
    float[] weights = list.weights();
    double sum = 0;
    for (int k = 0; k < list.count(); k++) {
      weights[k] = (float) Exponential.of(weights[k] - largest);
      sum += weights[k];
    }
    return sum;
  }

  /// Sets to zero what dropout leaves out of the row of a receiving node.
  static void drop(WeightedRows list, int receiver, int head, SparseDropout dropout) {
    if (dropout.share() > 0) {
      for (int k = 0; k < list.count(); k++) {
        if (!dropout.keeps(receiver, list.rows()[k], head)) {
          list.weights()[k] = 0;
        }
      }
    }
  }

  static float leaky(float x, float slope) {
    return x > 0 ? x : x * slope;
  }
}
