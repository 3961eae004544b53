package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;

/// `out_j += Σ_i in_ij`: the sum of all rows.
///
/// Rows are summed in fixed ranges and the ranges added in order: the same bits on any number of
/// threads, and a sum of many rows loses less than one long chain would.
final class RowSums {
  private static final int RANGE = 1024;

  private RowSums() {}

  static void add(Matrix in, Matrix out, Engine engine) {
    RowKernels kernels = Kernels.active();
    int columns = in.columns();
    Matrix partial = engine.pool().zeros(Math.ceilDiv(in.rows(), RANGE), columns);
    engine
        .workers()
        .forEachRange(
            in.rows(),
            RANGE,
            (from, to) -> {
              long at = partial.at(from / RANGE);
              for (int row = from; row < to; row++) {
                kernels.addScaled(partial.data(), at, in.data(), in.at(row), columns, 1);
              }
            });
    for (int range = 0; range < partial.rows(); range++) {
      kernels.addScaled(out.data(), 0, partial.data(), partial.at(range), columns, 1);
    }
    engine.pool().give(partial);
  }
}
