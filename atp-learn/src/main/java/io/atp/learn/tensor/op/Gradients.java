package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/// `dIn = dOut` or `dIn += dOut`: what an op does that lets a gradient through unchanged.
final class Gradients {
  private Gradients() {}

  static void pass(Matrix dOut, Matrix dIn, boolean add, Engine engine) {
    RowKernels kernels = Kernels.active();
    RowLoop.run(
        dOut.rows(),
        dOut.columns(),
        engine.workers(),
        (from, to) -> {
          long at = dOut.at(from);
          long bytes = dOut.at(to) - at;
          if (add) {
            kernels.addScaled(dIn.data(), at, dOut.data(), at, (int) (bytes / Float.BYTES), 1);
          } else {
            MemorySegment.copy(dOut.data(), at, dIn.data(), at, bytes);
          }
        });
  }
}
