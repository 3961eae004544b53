package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = X` where X > 0, else `slope · X`; `dX = dY`, else `slope · dY`.
public record LeakyRelu(Tensor x, float slope) implements Elementwise {
  public LeakyRelu {
    Require.finite("slope", slope);
  }

  public static Tensor of(Tensor x, double slope) {
    return x.tape().apply(new LeakyRelu(x, (float) slope));
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long at, int length) {
    Kernels.elements().leakyRelu(y, at, x, at, length, slope);
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long at, int length, boolean add) {
    if (!add) {
      Gradients.clear(dX, at, length);
    }
    Kernels.elements().leakyReluGradient(dX, at, values.x(), at, values.dY(), at, length, slope);
  }
}
