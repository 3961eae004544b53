package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;

/// `s_j = Σ_i term_ij` in double, for the sums that decide a scale.
///
/// Like [RowSums], over fixed ranges of rows that are added in order.
final class ColumnSums {
  private static final int RANGE = 1024;

  private ColumnSums() {}

  @FunctionalInterface
  interface Terms {
    /// Adds the terms of one row to `sums`.
    void add(int row, double[] sums);
  }

  static double[] over(int rows, int columns, Engine engine, Terms terms) {
    double[][] partial = new double[Math.ceilDiv(rows, RANGE)][columns];
    engine
        .workers()
        .forEachRange(
            rows,
            RANGE,
            (from, to) -> {
              for (int row = from; row < to; row++) {
                terms.add(row, partial[from / RANGE]);
              }
            });
    double[] total = new double[columns];
    for (double[] sums : partial) {
      for (int j = 0; j < columns; j++) {
        total[j] += sums[j];
      }
    }
    return total;
  }

  /// `Σ_i x_ij`.
  static double[] ofValues(Matrix x, Engine engine) {
    return over(
        x.rows(),
        x.columns(),
        engine,
        (row, sums) -> {
          long rowAt = x.at(row);
          for (int j = 0; j < sums.length; j++) {
            sums[j] += Floats.get(x.data(), rowAt + (long) j * Float.BYTES);
          }
        });
  }

  /// `Σ_i (x_ij − c_j)²`.
  static double[] ofSquares(Matrix x, double[] centre, Engine engine) {
    return over(
        x.rows(),
        x.columns(),
        engine,
        (row, sums) -> {
          long rowAt = x.at(row);
          for (int j = 0; j < sums.length; j++) {
            double off = Floats.get(x.data(), rowAt + (long) j * Float.BYTES) - centre[j];
            sums[j] += off * off;
          }
        });
  }

  /// `Σ_i a_ij · b_ij`.
  static double[] ofProducts(Matrix a, Matrix b, Engine engine) {
    return over(
        a.rows(),
        a.columns(),
        engine,
        (row, sums) -> {
          long rowAt = a.at(row);
          for (int j = 0; j < sums.length; j++) {
            long at = rowAt + (long) j * Float.BYTES;
            sums[j] += (double) Floats.get(a.data(), at) * Floats.get(b.data(), at);
          }
        });
  }

  /// `gradient_j += s_j` for a gradient of one row.
  static void addTo(Matrix gradient, double[] sums) {
    for (int j = 0; j < sums.length; j++) {
      gradient.set(0, j, (float) (gradient.get(0, j) + sums[j]));
    }
  }
}
