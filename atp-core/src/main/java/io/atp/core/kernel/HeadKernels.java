package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;

/// Sums along a row for several heads at once, whose columns stand one head after the other,
/// `width` to each.
///
/// Like [RowKernels#dot], they add in an order of the edition's own. Results of head h go to
/// position `at + h` of an array with room for 16 more behind the last, which may be written over.
public sealed interface HeadKernels permits ScalarHeadKernels, VectorHeadKernels {
  /// Entries that results may be followed by.
  int SLACK = 16;

  /// `out_h = Σ_c x_c · y_c`.
  void dots(
      MemorySegment x,
      long xAt,
      MemorySegment y,
      long yAt,
      int heads,
      int width,
      float[] out,
      int at);

  /// `out_h = Σ_c a_c · LeakyReLU(x_c + y_c)`.
  void scores(
      MemorySegment x, long xAt, MemorySegment y, long yAt, LeakyScores of, float[] out, int at);

  /// With q = x + y, λ the slope of LeakyReLU at q, and the gradient d_h of each score: `dQ_c +=
  /// d_h · λ(q_c) · a_c` and `dA_c += d_h · LeakyReLU(q_c)`.
  void scoreGradients(
      MemorySegment x,
      long xAt,
      MemorySegment y,
      long yAt,
      LeakyScores of,
      float[] d,
      float[] dQ,
      float[] dA);

  /// What scores are made with.
  ///
  /// @param a an entry per column
  /// @param slope of LeakyReLU below 0
  record LeakyScores(float[] a, float slope, int heads, int width) {}
}
