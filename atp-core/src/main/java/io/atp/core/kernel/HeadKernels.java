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

  /// [#dots] of x with every row of a list, the same bits; those of entry k go to position `k ·
  /// heads` and on.
  default void dots(
      MemorySegment x,
      long xAt,
      RowSource rows,
      WeightedRows list,
      int heads,
      int width,
      float[] out) {
    for (int k = 0; k < list.count(); k++) {
      dots(x, xAt, rows.data(), rows.at(list.rows()[k]), heads, width, out, k * heads);
    }
  }

  /// [#scores] of x with every row of a list, the same bits; those of entry k go to position `k ·
  /// heads` and on.
  default void scores(
      MemorySegment x, long xAt, RowSource rows, WeightedRows list, LeakyScores of, float[] out) {
    for (int k = 0; k < list.count(); k++) {
      scores(x, xAt, rows.data(), rows.at(list.rows()[k]), of, out, k * of.heads());
    }
  }

  /// [#scoreGradients] of x with every row of a list, one after the other, the same bits.
  ///
  /// @param d of head h and entry k at `k · heads + h`
  default void scoreGradients(
      MemorySegment x,
      long xAt,
      RowSource rows,
      WeightedRows list,
      LeakyScores of,
      float[] d,
      float[] dQ,
      float[] dA) {
    float[] own = new float[of.heads() + SLACK];
    for (int k = 0; k < list.count(); k++) {
      System.arraycopy(d, k * of.heads(), own, 0, of.heads());
      scoreGradients(x, xAt, rows.data(), rows.at(list.rows()[k]), of, own, dQ, dA);
    }
  }

  /// What scores are made with.
  ///
  /// @param a an entry per column
  /// @param slope of LeakyReLU below 0
  record LeakyScores(float[] a, float slope, int heads, int width) {}
}
