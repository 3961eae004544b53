package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = X` where X > 0, else `eˣ − 1` (α = 1); `dX = dY`, else `(Y + 1) · dY`.
public record Elu(Tensor x) implements Elementwise {
  public static Tensor of(Tensor x) {
    return x.tape().apply(new Elu(x));
  }

  /// Exact to 1e-7 of 1, not of Y: next to 0 the difference of two numbers near 1.
  @Override
  public void values(MemorySegment x, MemorySegment y, long from, int length) {
    Kernels.elements().exp(y, from, x, from, length);
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      // No branch: signs are as good as random, and a wrong guess costs more than both sides.
      float below = Math.min(Floats.get(y, at), 1f) - 1f;
      Floats.set(y, at, Math.max(Floats.get(x, at), 0f) + below);
    }
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long from, int length, boolean add) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float result = Floats.get(values.y(), at);
      float dY = Floats.get(values.dY(), at);
      Floats.put(dX, at, result > 0 ? dY : (result + 1) * dY, add);
    }
  }
}
