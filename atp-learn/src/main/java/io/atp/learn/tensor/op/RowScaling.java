package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;

/// `out_i = f_i · in_i`, or `out_i += f_i · in_i`; an `in` of one row serves every row of `out`.
final class RowScaling {
  private RowScaling() {}

  @FunctionalInterface
  interface Factor {
    float of(int row);
  }

  static void write(Matrix in, Factor factor, Matrix out, boolean add, Engine engine) {
    RowKernels kernels = Kernels.active();
    int columns = out.columns();
    boolean shared = in.rows() == 1;
    RowLoop.run(
        out.rows(),
        columns,
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            long inAt = shared ? 0 : in.at(row);
            if (add) {
              kernels.addScaled(out.data(), out.at(row), in.data(), inAt, columns, factor.of(row));
            } else {
              kernels.scaled(out.data(), out.at(row), in.data(), inAt, columns, factor.of(row));
            }
          }
        });
  }
}
