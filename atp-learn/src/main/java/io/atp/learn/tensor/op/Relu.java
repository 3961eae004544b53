package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = max(X, 0)`; `dX = dY` where X > 0, else 0.
public record Relu(Tensor x) implements Elementwise {
  public static Tensor of(Tensor x) {
    return x.tape().apply(new Relu(x));
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long from, int length) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float value = Floats.get(x, at);
      Floats.set(y, at, Math.max(value, 0f));
    }
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long from, int length, boolean add) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float result = Floats.get(values.y(), at);
      float dY = Floats.get(values.dY(), at);
      Floats.put(dX, at, result > 0 ? dY : 0f, add);
    }
  }
}
