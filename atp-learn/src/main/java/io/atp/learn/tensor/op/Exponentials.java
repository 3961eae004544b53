package io.atp.learn.tensor.op;

import java.lang.foreign.MemorySegment;

/// What is built on the exponential function; the same bits on every machine.
final class Exponentials {
  private Exponentials() {}

  static float expm1(float x) {
    return (float) StrictMath.expm1(x);
  }

  static float sigmoid(float x) {
    return (float) (1 / (1 + StrictMath.exp(-x)));
  }

  static float tanh(float x) {
    return (float) StrictMath.tanh(x);
  }

  /// `out_j = e^(in_j) / Σ_k e^(in_k)` for one row of at least one entry; may work in place.
  static void softmax(MemorySegment in, long inAt, MemorySegment out, long outAt, int length) {
    float largest = largest(in, inAt, length);
    double sum = 0;
    for (int j = 0; j < length; j++) {
      long offset = (long) j * Float.BYTES;
      float power = (float) StrictMath.exp(Floats.get(in, inAt + offset) - largest);
      Floats.set(out, outAt + offset, power);
      sum += power;
    }
    for (int j = 0; j < length; j++) {
      long at = outAt + (long) j * Float.BYTES;
      Floats.set(out, at, (float) (Floats.get(out, at) / sum));
    }
  }

  /// `log Σ_j e^(in_j)` for one row of at least one entry.
  static double logSumExp(MemorySegment in, long inAt, int length) {
    float largest = largest(in, inAt, length);
    double sum = 0;
    for (int j = 0; j < length; j++) {
      sum += (float) StrictMath.exp(Floats.get(in, inAt + (long) j * Float.BYTES) - largest);
    }
    return largest + StrictMath.log(sum);
  }

  /// Taken out before the exponential, it keeps every power in (0, 1].
  private static float largest(MemorySegment in, long inAt, int length) {
    float largest = Float.NEGATIVE_INFINITY;
    for (int j = 0; j < length; j++) {
      largest = Math.max(largest, Floats.get(in, inAt + (long) j * Float.BYTES));
    }
    return largest;
  }
}
