package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = max(X, 0)`; `dX = dY` where X > 0, else 0.
public record Relu(Tensor x) implements Elementwise {
  public static Tensor of(Tensor x) {
    return x.tape().apply(new Relu(x));
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long at, int length) {
    Kernels.elements().relu(y, at, x, at, length);
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long at, int length, boolean add) {
    gradient(values.y(), values.dY(), dX, at, length, add);
  }

  private static void gradient(
      MemorySegment y, MemorySegment dY, MemorySegment dX, long at, int length, boolean add) {
    if (!add) {
      Gradients.clear(dX, at, length);
    }
    Kernels.elements().reluGradient(dX, at, y, at, dY, at, length);
  }

  /// `dX = dY` where Y > 0, else 0, or added to what dX holds.
  static void gradient(Matrix y, Matrix dY, Matrix dX, boolean add, Engine engine) {
    RowLoop.run(
        y.rows(),
        y.columns(),
        engine.workers(),
        (from, to) ->
            gradient(y.data(), dY.data(), dX.data(), y.at(from), (to - from) * y.columns(), add));
  }
}
