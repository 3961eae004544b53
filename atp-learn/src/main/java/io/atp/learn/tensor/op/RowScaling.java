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

  /// One factor for all, so that rows need not be told apart; `in` has the shape of `out`.
  static void write(Matrix in, float factor, Matrix out, boolean add, Engine engine) {
    Shapes.same("matrices", in, out);
    RowKernels kernels = Kernels.active();
    RowLoop.run(
        out.rows(),
        out.columns(),
        engine.workers(),
        (from, to) -> {
          int length = (to - from) * out.columns();
          if (add) {
            kernels.addScaled(out.data(), out.at(from), in.data(), in.at(from), length, factor);
          } else {
            kernels.scaled(out.data(), out.at(from), in.data(), in.at(from), length, factor);
          }
        });
  }
}
