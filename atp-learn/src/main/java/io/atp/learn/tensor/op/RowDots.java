package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;

/// `out_i,k = a_i · b_i`, or `+=`, into one column k of `out`; a `b` of one row serves every row.
final class RowDots {
  private RowDots() {}

  static void write(Matrix a, Matrix b, Matrix out, int column, boolean add, Engine engine) {
    RowKernels kernels = Kernels.active();
    int columns = a.columns();
    boolean shared = b.rows() == 1;
    RowLoop.run(
        a.rows(),
        columns,
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            float dot = kernels.dot(a.data(), a.at(row), b.data(), shared ? 0 : b.at(row), columns);
            out.set(row, column, add ? out.get(row, column) + dot : dot);
          }
        });
  }

  /// `Σ_i a_i · b_i` over all rows, in double from row to row.
  static double sum(Matrix a, Matrix b, Engine engine) {
    RowKernels kernels = Kernels.active();
    return engine
        .workers()
        .sum(
            a.rows(),
            (from, to) -> {
              double sum = 0;
              for (int row = from; row < to; row++) {
                sum += kernels.dot(a.data(), a.at(row), b.data(), b.at(row), a.columns());
              }
              return sum;
            });
  }
}
