package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = 1 / (1 + e⁻ˣ)`; `dX = Y (1 − Y) dY`.
public record Sigmoid(Tensor x) implements Elementwise {
  public static Tensor of(Tensor x) {
    return x.tape().apply(new Sigmoid(x));
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long from, int length) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float value = Floats.get(x, at);
      Floats.set(y, at, Exponentials.sigmoid(value));
    }
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long from, int length, boolean add) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float result = Floats.get(values.y(), at);
      float dY = Floats.get(values.dY(), at);
      Floats.put(dX, at, result * (1 - result) * dY, add);
    }
  }
}
