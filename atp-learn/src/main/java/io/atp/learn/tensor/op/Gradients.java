package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// What many ops do with gradients.
final class Gradients {
  private Gradients() {}

  /// `dIn = dOut` or `dIn += dOut`: what an op does that lets a gradient through unchanged.
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

  /// Before a loop that can only add.
  static void clear(MemorySegment dX, long at, int length) {
    dX.asSlice(at, (long) length * Float.BYTES).fill((byte) 0);
  }

  /// For ops that can only overwrite: a second contribution is written aside and then added.
  static void overwrite(Tensor x, Engine engine, Consumer<Matrix> write) {
    x.contribute(
        (dX, add) -> {
          if (!add) {
            write.accept(dX);
            return;
          }
          Matrix aside = engine.pool().take(dX.rows(), dX.columns());
          write.accept(aside);
          pass(aside, dX, true, engine);
          engine.pool().give(aside);
        });
  }
}
