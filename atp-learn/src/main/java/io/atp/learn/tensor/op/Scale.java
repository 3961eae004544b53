package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = f · X` with a constant f; `dX = f · dY`.
public record Scale(Tensor x, float factor) implements Elementwise {
  public Scale {
    Require.finite("factor", factor);
  }

  public static Tensor of(Tensor x, double factor) {
    return x.tape().apply(new Scale(x, (float) factor));
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long at, int length) {
    Kernels.active().scaled(y, at, x, at, length, factor);
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long at, int length, boolean add) {
    if (add) {
      Kernels.active().addScaled(dX, at, values.dY(), at, length, factor);
    } else {
      Kernels.active().scaled(dX, at, values.dY(), at, length, factor);
    }
  }
}
