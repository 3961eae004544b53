package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.sparse.SparseOperand;

/// `Y = share · A X` or `Y += share · A X` for a sparse A. Each row of Y belongs to one thread,
/// which adds the rows of X in the order A lists them.
final class SparseProduct {
  private SparseProduct() {}

  static void run(SparseOperand a, Matrix x, Matrix y, boolean add, Engine engine) {
    run(1, a, x, y, add, engine);
  }

  static void run(float share, SparseOperand a, Matrix x, Matrix y, boolean add, Engine engine) {
    RowKernels kernels = Kernels.active();
    RowSource source = new RowSource(x.data(), x.rows(), x.columns(), 0, x.columns());
    new SparseLoop(a, x.columns())
        .run(
            engine,
            (_, row, list) -> {
              list.scale(list.scale() * share);
              kernels.gather(source, list, y.data(), y.at(row), add);
            });
  }
}
