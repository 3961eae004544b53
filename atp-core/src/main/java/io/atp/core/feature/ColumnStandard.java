package io.atp.core.feature;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntUnaryOperator;

/// `(x_ic − μ_c) / σ_c`, dense, with `μ_c` and `σ_c` over the rows it was fitted on.
///
/// @param inverse `1 / σ_c`, and 0 for a column that was constant
record ColumnStandard(double[] mean, double[] inverse) {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int RANGE = 1 << 10;

  /// Rows per partial sum. Fixed, because it decides the order of additions.
  private static final int SUM_ROWS = 1 << 14;

  static ColumnStandard fit(Features features, int[] fitRows, Workspace work) {
    Require.that(fitRows.length > 0, "features cannot be standardised on 0 rows");
    for (int row : fitRows) {
      if (row < 0 || row >= features.rows()) {
        throw new IllegalArgumentException(
            "features are to be standardised on row %d, they have %d rows"
                .formatted(row, features.rows()));
      }
    }
    int width = features.width();
    try (Workspace scratch = work.scratch()) {
      DenseFeatures dense = dense(features, fitRows.length, i -> fitRows[i], scratch);
      // Around the first row's values rather than 0: a constant column then has σ = 0 exactly.
      double[] mean = new double[width];
      for (int column = 0; column < width; column++) {
        mean[column] = dense.get(0, column);
      }
      double[] shift = means(dense, mean, 1, work.workers());
      for (int column = 0; column < width; column++) {
        mean[column] += shift[column];
      }
      double[] inverse = means(dense, mean, 2, work.workers());
      for (int column = 0; column < width; column++) {
        inverse[column] = inverse[column] == 0 ? 0 : 1 / Math.sqrt(inverse[column]);
      }
      return new ColumnStandard(mean, inverse);
    }
  }

  DenseFeatures apply(Features features, Workspace work) {
    Require.that(
        features.width() == mean.length,
        "features of %d columns cannot be standardised like %d columns",
        features.width(),
        mean.length);
    DenseFeatures dense = dense(features, features.rows(), i -> i, work);
    scale(dense, work.workers());
    return dense;
  }

  private static DenseFeatures dense(
      Features features, int rows, IntUnaryOperator row, Workspace work) {
    int width = features.width();
    DenseFeatures dense = new DenseFeatures(rows, width, work.allocateResult(4L * rows * width));
    work.workers()
        .forEachRange(
            rows,
            RANGE,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                features.copyRow(row.applyAsInt(i), 0, width, dense.data(), dense.at(i, 0));
              }
              dense.release(from, to, 0, width);
            });
    features.release(0, features.rows(), 0, width);
    return dense;
  }

  /// `(1/n) Σ_i (x_ic − centre_c)^power`, power 1 or 2.
  private static double[] means(DenseFeatures dense, double[] centre, int power, Workers workers) {
    double[][] parts = new double[Math.ceilDiv(dense.rows(), SUM_ROWS)][centre.length];
    workers.forEachRange(
        dense.rows(),
        SUM_ROWS,
        (from, to) -> {
          double[] part = parts[from / SUM_ROWS];
          for (int i = from; i < to; i++) {
            for (int column = 0; column < part.length; column++) {
              double away = dense.get(i, column) - centre[column];
              part[column] += power == 1 ? away : away * away;
            }
          }
        });
    double[] mean = new double[centre.length];
    for (double[] part : parts) {
      for (int column = 0; column < mean.length; column++) {
        mean[column] += part[column];
      }
    }
    for (int column = 0; column < mean.length; column++) {
      mean[column] /= dense.rows();
    }
    return mean;
  }

  private void scale(DenseFeatures dense, Workers workers) {
    MemorySegment data = dense.data();
    workers.forEachRange(
        dense.rows(),
        RANGE,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            for (int column = 0; column < mean.length; column++) {
              double away = dense.get(row, column) - mean[column];
              data.set(FLOAT, dense.at(row, column), (float) (away * inverse[column]));
            }
          }
          dense.release(from, to, 0, mean.length);
        });
  }
}
