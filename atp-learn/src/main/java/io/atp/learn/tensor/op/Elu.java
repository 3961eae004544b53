package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = X` where X > 0, else `eˣ − 1` (α = 1); `dX = dY`, else `(Y + 1) · dY`.
public record Elu(Tensor x) implements Elementwise {
  public static Tensor of(Tensor x) {
    return x.tape().apply(new Elu(x));
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long at, int length) {
    Kernels.elements().elu(y, at, x, at, length);
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long at, int length, boolean add) {
    if (!add) {
      Gradients.clear(dX, at, length);
    }
    Kernels.elements().eluGradient(dX, at, values.y(), at, values.dY(), at, length);
  }
}
