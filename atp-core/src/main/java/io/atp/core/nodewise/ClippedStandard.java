package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// `x_uc ← clip((x_uc − μ_c) / σ_c)`, in place, with mean and deviation over all rows. A constant
/// column becomes 0.
///
/// All rows and not the training ones alone, as no label enters and any graph can be treated the
/// same way.
final class ClippedStandard {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int COLUMNS = 32;

  private ClippedStandard() {}

  /// `1/σ_c` of each column.
  static double[] apply(DenseFeatures matrix, double clip, Workspace work) {
    double limit = clip == 0 ? Double.POSITIVE_INFINITY : clip;
    double[] slopes = new double[matrix.width()];
    work.workers()
        .forEachRange(
            matrix.width(),
            COLUMNS,
            (from, to) -> {
              double[] some = standardise(matrix, from, to, limit);
              System.arraycopy(some, 0, slopes, from, some.length);
            });
    return slopes;
  }

  private static double[] standardise(DenseFeatures matrix, int from, int to, double limit) {
    double[] first = new double[to - from];
    for (int c = from; c < to && matrix.rows() > 0; c++) {
      first[c - from] = matrix.get(0, c);
    }
    double[] mean = moments(matrix, from, first, 1);
    for (int c = 0; c < mean.length; c++) {
      mean[c] += first[c]; // around the first row: a constant column then has σ = 0 exactly
    }
    double[] inverse = moments(matrix, from, mean, 2);
    for (int c = 0; c < inverse.length; c++) {
      inverse[c] = inverse[c] == 0 ? 0 : 1 / Math.sqrt(inverse[c]);
    }
    MemorySegment data = matrix.data();
    for (int row = 0; row < matrix.rows(); row++) {
      for (int c = from; c < to; c++) {
        double value = (matrix.get(row, c) - mean[c - from]) * inverse[c - from];
        data.set(FLOAT, matrix.at(row, c), (float) Math.clamp(value, -limit, limit));
      }
    }
    return inverse;
  }

  /// `(1/n) Σ_u (x_uc − centre_c)^power`, power 1 or 2.
  private static double[] moments(DenseFeatures matrix, int from, double[] centre, int power) {
    double[] sums = new double[centre.length];
    for (int row = 0; row < matrix.rows(); row++) {
      for (int c = 0; c < sums.length; c++) {
        double away = matrix.get(row, from + c) - centre[c];
        sums[c] += power == 1 ? away : away * away;
      }
    }
    for (int c = 0; c < sums.length; c++) {
      sums[c] /= matrix.rows();
    }
    return sums;
  }
}
