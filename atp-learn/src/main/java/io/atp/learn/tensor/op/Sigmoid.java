package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = 1 / (1 + e⁻ˣ)`; `dX = Y (1 − Y) dY`.
public record Sigmoid(Tensor x) implements Elementwise {
  public static Tensor of(Tensor x) {
    return x.tape().apply(new Sigmoid(x));
  }

  @Override
  public void values(MemorySegment x, MemorySegment y, long at, int length) {
    write(x, y, at, length);
  }

  /// An overflowing `e⁻ˣ` is infinite, and its Y the 0 it should be.
  static void write(MemorySegment x, MemorySegment y, long from, int length) {
    Kernels.active().scaled(y, from, x, from, length, -1);
    Kernels.elements().exp(y, from, y, from, length);
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      Floats.set(y, at, 1 / (1 + Floats.get(y, at)));
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
