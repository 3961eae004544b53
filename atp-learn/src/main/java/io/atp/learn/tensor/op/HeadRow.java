package io.atp.learn.tensor.op;

import io.atp.core.kernel.HeadKernels;
import io.atp.core.kernel.HeadWeights;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.util.Arrays;

/// A softmax over a neighbourhood, for all heads at once: a number per entry and head, and a few
/// per head. Scratch for row after row.
final class HeadRow {
  /// Columns per head of what is remembered of a receiving node for the way back: the largest
  /// score, 1 / Σ exp, and c.
  static final int FACTS = 3;

  private final int heads;
  private final HeadWeights weights;
  private final HeadWeights deltas;
  private final float[] own;
  private final float[] dots;
  private final float[] largest;
  private final double[] sums;

  HeadRow(int heads) {
    this.heads = heads;
    this.weights = new HeadWeights(heads);
    this.deltas = new HeadWeights(heads);
    this.own = new float[heads];
    this.dots = new float[heads + HeadKernels.SLACK];
    this.largest = new float[heads];
    this.sums = new double[heads];
  }

  /// Room for a number per entry and head beside the weights, with leftovers in it.
  float[] deltas(int entries) {
    deltas.reset(entries);
    return deltas.weights();
  }

  void reset(int entries) {
    weights.reset(entries);
  }

  HeadWeights weights() {
    return weights;
  }

  /// A number per head of the node the row belongs to.
  float[] own() {
    return own;
  }

  /// Room for what [HeadKernels] say of each head.
  float[] dots() {
    return dots;
  }

  /// The largest score of each head, after [#softmax].
  float[] largest() {
    return largest;
  }

  /// A sum per head: after [#softmax] that of its exponentials.
  double[] sums() {
    return sums;
  }

  /// Turns the scores e of a head into `exp(e − largest)`, and leaves their sum.
  void softmax(int entries) {
    float[] w = weights.weights();
    Arrays.fill(largest, Float.NEGATIVE_INFINITY);
    for (int k = 0, at = 0; k < entries; k++) {
      for (int head = 0; head < heads; head++, at++) {
        largest[head] = Math.max(largest[head], w[at]);
      }
    }
    Arrays.fill(sums, 0);
    for (int k = 0, at = 0; k < entries; k++) {
      for (int head = 0; head < heads; head++, at++) {
        float exponential = (float) Exponential.of(w[at] - largest[head]);
        w[at] = exponential;
        sums[head] += exponential;
      }
    }
  }

  /// Sets to zero what dropout leaves out of the row of a receiving node.
  void drop(WeightedRows list, int receiver, SparseDropout dropout) {
    if (dropout.share() == 0) {
      return;
    }
    float[] w = weights.weights();
    for (int k = 0, at = 0; k < list.count(); k++) {
      long entry = dropout.entry(receiver, list.rows()[k]);
      for (int head = 0; head < heads; head++, at++) {
        w[at] = kept(w[at], dropout.keptBits(entry, head));
      }
    }
  }

  static float kept(float weight, int bits) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(weight) & bits);
  }

  /// The factor of each head becomes `factor / sum`.
  void scaleBySums(double factor) {
    for (int head = 0; head < heads; head++) {
      weights.scales()[head] = (float) (factor / sums[head]);
    }
  }

  /// One factor for all heads.
  void scale(float factor) {
    Arrays.fill(weights.scales(), 0, heads, factor);
  }

  /// All columns of a matrix, to gather from.
  static RowSource source(Matrix matrix) {
    return new RowSource(matrix.data(), matrix.rows(), matrix.columns(), 0, matrix.columns());
  }
}
