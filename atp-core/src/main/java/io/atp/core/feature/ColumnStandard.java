package io.atp.core.feature;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// `(x_ic − μ_c) / σ_c` with `μ_c` and `σ_c` over chosen rows, dense.
final class ColumnStandard {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int RANGE = 1 << 10;

  /// Rows per partial sum. Fixed, because it decides the order of additions.
  private static final int SUM_ROWS = 1 << 14;

  private ColumnStandard() {}

  static DenseFeatures apply(Features features, int[] fitRows, Workspace work) {
    Require.that(fitRows.length > 0, "features cannot be standardised on 0 rows");
    for (int row : fitRows) {
      if (row < 0 || row >= features.rows()) {
        throw new IllegalArgumentException(
            "features are to be standardised on row %d, they have %d rows"
                .formatted(row, features.rows()));
      }
    }
    int width = features.width();
    Workers workers = work.workers();
    DenseFeatures dense =
        new DenseFeatures(
            features.rows(), width, work.allocateFloats((long) features.rows() * width));
    workers.forEachRange(
        features.rows(),
        RANGE,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            features.copyRow(row, 0, width, dense.data(), dense.at(row, 0));
          }
        });
    // Around the first row's values rather than 0: a constant column then has σ = 0 exactly.
    double[] mean = new double[width];
    for (int column = 0; column < width; column++) {
      mean[column] = dense.get(fitRows[0], column);
    }
    double[] shift = means(dense, fitRows, mean, 1, workers);
    for (int column = 0; column < width; column++) {
      mean[column] += shift[column];
    }
    double[] variance = means(dense, fitRows, mean, 2, workers);
    scale(dense, mean, variance, workers);
    return dense;
  }

  /// `(1/n) Σ_i (x_ic − centre_c)^power` over the given rows, power 1 or 2.
  private static double[] means(
      DenseFeatures dense, int[] rows, double[] centre, int power, Workers workers) {
    double[][] parts = new double[Math.ceilDiv(rows.length, SUM_ROWS)][centre.length];
    workers.forEachRange(
        rows.length,
        SUM_ROWS,
        (from, to) -> {
          double[] part = parts[from / SUM_ROWS];
          for (int i = from; i < to; i++) {
            for (int column = 0; column < part.length; column++) {
              double away = dense.get(rows[i], column) - centre[column];
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
      mean[column] /= rows.length;
    }
    return mean;
  }

  private static void scale(
      DenseFeatures dense, double[] mean, double[] variance, Workers workers) {
    MemorySegment data = dense.data();
    double[] inverse = new double[mean.length];
    for (int column = 0; column < mean.length; column++) {
      inverse[column] = variance[column] == 0 ? 0 : 1 / Math.sqrt(variance[column]);
    }
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
        });
  }
}
