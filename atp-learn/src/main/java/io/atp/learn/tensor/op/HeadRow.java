package io.atp.learn.tensor.op;

import io.atp.core.kernel.AttentionKernels;
import io.atp.core.kernel.HeadKernels;
import io.atp.core.kernel.HeadWeights;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.sparse.SparseDropout;
import java.util.Arrays;

/// A softmax over a neighbourhood, for all heads at once: a number per entry and head, and a few
/// per head. Scratch for row after row.
final class HeadRow {
  private final int heads;
  private final HeadWeights weights;
  private final HeadWeights deltas;
  private final float[] own;
  private final float[] dots;
  private final float[] largest;
  private final double[] sums;
  private final double[] slopes;
  private long[] hashes = new long[64];

  HeadRow(int heads) {
    this.heads = heads;
    this.weights = new HeadWeights(heads);
    this.deltas = new HeadWeights(heads);
    this.own = new float[heads];
    this.dots = new float[heads + HeadKernels.SLACK];
    this.largest = new float[heads];
    this.sums = new double[heads];
    this.slopes = new double[heads];
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

  /// Another sum per head.
  double[] slopes() {
    return slopes;
  }

  /// Turns the scores e of a head into `exp(e − largest)`, and leaves their sum.
  void softmax(int entries) {
    Kernels.attention().softmax(weights.weights(), entries, largest, sums);
  }

  /// Sets to zero what dropout leaves out of the row of a receiving node.
  ///
  /// @param numbers a number per entry and head
  void drop(float[] numbers, WeightedRows list, int receiver, SparseDropout dropout) {
    if (dropout.share() > 0) {
      room(list.count());
      for (int k = 0; k < list.count(); k++) {
        hashes[k] = dropout.hash(receiver, list.rows()[k]);
      }
      dropout.drop(numbers, list.count(), heads, hashes);
    }
  }

  /// The same for those who listen to one sender.
  void dropReceivers(float[] numbers, WeightedRows list, int sender, SparseDropout dropout) {
    if (dropout.share() > 0) {
      room(list.count());
      for (int k = 0; k < list.count(); k++) {
        hashes[k] = dropout.hash(list.rows()[k], sender);
      }
      dropout.drop(numbers, list.count(), heads, hashes);
    }
  }

  private void room(int entries) {
    if (entries > hashes.length) {
      hashes = new long[Math.max(entries, 2 * hashes.length)];
    }
  }

  /// What the walk over senders wants to know of a receiving node: the largest score, `1 / Σ exp`
  /// and c, see [AttentionKernels#FACTS]. To be called after [#softmax].
  ///
  /// @param c a number per head
  void remember(int receiver, float[] c, Matrix facts) {
    for (int head = 0; head < heads; head++) {
      facts.set(receiver, head, largest[head]);
      facts.set(receiver, heads + head, (float) (1 / sums[head]));
      facts.set(receiver, 2 * heads + head, c[head]);
    }
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
