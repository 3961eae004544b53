package io.atp.learn.tensor.op;

import io.atp.core.graph.RowChunks;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.sparse.SparseOperand;

/// `Y = A X` or `Y += A X` for a sparse A. Each row of Y belongs to one thread, which adds the rows
/// of X in the order A lists them.
final class SparseProduct {
  /// Floats gathered per chunk of rows, about; enough to be worth a thread's while.
  private static final int FLOATS = 1 << 18;

  private SparseProduct() {}

  static void run(SparseOperand a, Matrix x, Matrix y, boolean add, Engine engine) {
    RowKernels kernels = Kernels.active();
    RowSource source = new RowSource(x.data(), x.rows(), x.columns(), 0, x.columns());
    RowChunks chunks =
        RowChunks.of(a.rows(), a::offset, FLOATS / Math.clamp(x.columns(), 1, FLOATS));
    engine
        .workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              WeightedRows list = new WeightedRows();
              for (int row = chunks.from(chunk); row < chunks.to(chunk); row++) {
                a.stage(row, list);
                kernels.gather(source, list, y.data(), y.at(row), add);
              }
            });
  }
}
