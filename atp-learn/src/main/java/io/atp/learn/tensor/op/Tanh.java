package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/// `Y = tanh X`; `dX = (1 − Y²) dY`.
public record Tanh(Tensor x) implements Elementwise {
  private static final float SMALL = 0.25f;

  public static Tensor of(Tensor x) {
    return x.tape().apply(new Tanh(x));
  }

  /// `(1 − t) / (1 + t)` with `t = e^(−2|x|)`, and a series near 0, where that difference would
  /// lose digits.
  @Override
  public void values(MemorySegment x, MemorySegment y, long from, int length) {
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      Floats.set(y, at, -2 * Math.abs(Floats.get(x, at)));
    }
    Kernels.elements().exp(y, from, y, from, length);
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      float value = Floats.get(x, at);
      float t = Floats.get(y, at);
      float far = Math.copySign((1 - t) / (1 + t), value);
      Floats.set(y, at, choose(Math.abs(value) - SMALL, series(value), far));
    }
  }

  /// `near` where `sign` is negative, else `far`. Bits instead of a branch: sizes are as good as
  /// random, and a wrong guess costs more than both sides.
  private static float choose(float sign, float near, float far) {
    int mask = Float.floatToRawIntBits(sign) >> 31;
    return Float.intBitsToFloat(
        Float.floatToRawIntBits(near) & mask | Float.floatToRawIntBits(far) & ~mask);
  }

  /// `x − x³/3 + 2x⁵/15 − 17x⁷/315 + 62x⁹/2835`; at x = ¼ what is left out is 1e-8 of it.
  private static float series(float x) {
    float s = x * x;
    float tail = ((62f / 2835 * s - 17f / 315) * s + 2f / 15) * s - 1f / 3;
    return x + x * s * tail;
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
