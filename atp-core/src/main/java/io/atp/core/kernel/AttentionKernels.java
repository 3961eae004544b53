package io.atp.core.kernel;

import io.atp.core.runtime.StatelessHash;

/// What attention does with a number per entry of a list and head: `w_kh` lies at `k · heads + h`.
///
/// Heads do not meet, and each sums down the list in order, in double; so both editions give the
/// same bits.
public sealed interface AttentionKernels permits ScalarAttention, VectorAttention {
  /// Numbers per head that are remembered of a receiving node: the largest score, `1 / Σ exp` and
  /// c, each for all heads before the next.
  int FACTS = 3;

  /// `w_kh = LeakyReLU(own_h + x_kh)`, with x_k the row of entry k.
  ///
  /// @param own a number per head
  /// @param x a column per head
  void scores(float[] own, RowSource x, WeightedRows list, float slope, float[] w);

  /// `w_kh ← exp(w_kh − largest_h)`, `sums_h = Σ_k w_kh`, for as many heads as there are sums.
  void softmax(float[] w, int entries, float[] largest, double[] sums);

  /// `w_kh ← λ_kh · w_kh`, `sums_h = Σ_k w_kh`, with λ the slope of LeakyReLU at `own_h + x_kh`.
  void takeSlopes(
      float[] own, RowSource x, WeightedRows list, float slope, float[] w, double[] sums);

  /// Coefficients of receivers k of one sender from its scores:
  ///
  /// `α_kh = exp(w_kh − largest_kh) · inverse_kh`, `w_kh ← α_kh`, `sums_h = Σ_k λ_kh α_kh c_kh`
  ///
  /// with λ the slope of LeakyReLU that gave `w_kh`, 1 where that is more than 0.
  ///
  /// @param facts of receivers, [#FACTS] times as many columns as there are heads
  void recall(float[] w, RowSource facts, WeightedRows list, float slope, double[] sums);

  /// Sets `w_kh` to zero wherever the hash `then(hashes_k, h)` has its top 53 bits below a bound,
  /// see [StatelessHash#then].
  void drop(float[] w, int entries, int heads, long[] hashes, long bound);
}
