package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/// Copies, or adds, `width` columns of one matrix to columns of another.
final class ColumnBlocks {
  private ColumnBlocks() {}

  static void move(
      Matrix in, int inColumn, Matrix out, int outColumn, int width, boolean add, Engine engine) {
    RowKernels kernels = Kernels.active();
    long bytes = (long) width * Float.BYTES;
    RowLoop.run(
        in.rows(),
        width,
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            long inAt = in.at(row) + (long) inColumn * Float.BYTES;
            long outAt = out.at(row) + (long) outColumn * Float.BYTES;
            if (add) {
              kernels.addScaled(out.data(), outAt, in.data(), inAt, width, 1);
            } else {
              MemorySegment.copy(in.data(), inAt, out.data(), outAt, bytes);
            }
          }
        });
  }
}
