package io.atp.learn.tensor.op;

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
  public void values(MemorySegment x, MemorySegment y, long from, int length) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float value = Floats.get(x, at);
      Floats.set(y, at, value > 0 ? value : slope * value);
    }
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long from, int length, boolean add) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float value = Floats.get(values.x(), at);
      float dY = Floats.get(values.dY(), at);
      Floats.put(dX, at, value > 0 ? dY : slope * dY, add);
    }
  }
}
