package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = tanh X`; `dX = (1 − Y²) dY`.
public record Tanh(Tensor x) implements Elementwise {
  public static Tensor of(Tensor x) {
    return x.tape().apply(new Tanh(x));
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long from, int length) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float value = Floats.get(x, at);
      Floats.set(y, at, Exponentials.tanh(value));
    }
  }

  @Override
  public void gradients(Values values, MemorySegment dX, long from, int length, boolean add) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float result = Floats.get(values.y(), at);
      float dY = Floats.get(values.dY(), at);
      Floats.put(dX, at, (1 - result * result) * dY, add);
    }
  }
}
