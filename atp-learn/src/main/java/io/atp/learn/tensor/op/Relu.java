package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
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
    if (!add) {
      Gradients.clear(dX, at, length);
    }
    Kernels.elements().reluGradient(dX, at, values.y(), at, values.dY(), at, length);
  }
}
