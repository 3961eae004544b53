package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The plain loops: specification, fallback and test oracle in one.
final class ScalarElements implements ElementKernels {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public void add(MemorySegment out, long outAt, MemorySegment a, long aAt, int length) {
    for (int i = 0; i < length; i++) {
      put(out, outAt, i, get(out, outAt, i) + get(a, aAt, i));
    }
  }

  @Override
  public void multiply(
      MemorySegment out,
      long outAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      int length) {
    for (int i = 0; i < length; i++) {
      put(out, outAt, i, get(a, aAt, i) * get(b, bAt, i));
    }
  }

  @Override
  public void multiplyAdd(
      MemorySegment out,
      long outAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      int length) {
    for (int i = 0; i < length; i++) {
      put(out, outAt, i, get(out, outAt, i) + get(a, aAt, i) * get(b, bAt, i));
    }
  }

  @Override
  public void relu(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    for (int i = 0; i < length; i++) {
      float x = get(in, inAt, i);
      put(out, outAt, i, x <= 0 ? 0 : x);
    }
  }

  @Override
  public void reluGradient(
      MemorySegment dIn,
      long dInAt,
      MemorySegment x,
      long xAt,
      MemorySegment dOut,
      long dOutAt,
      int length) {
    for (int i = 0; i < length; i++) {
      if (get(x, xAt, i) > 0) {
        put(dIn, dInAt, i, get(dIn, dInAt, i) + get(dOut, dOutAt, i));
      }
    }
  }

  @Override
  public void leakyRelu(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float slope) {
    for (int i = 0; i < length; i++) {
      float x = get(in, inAt, i);
      put(out, outAt, i, x > 0 ? x : x * slope);
    }
  }

  @Override
  public void leakyReluGradient(
      MemorySegment dIn,
      long dInAt,
      MemorySegment x,
      long xAt,
      MemorySegment dOut,
      long dOutAt,
      int length,
      float slope) {
    for (int i = 0; i < length; i++) {
      float d = get(dOut, dOutAt, i);
      put(dIn, dInAt, i, get(dIn, dInAt, i) + (get(x, xAt, i) > 0 ? d : d * slope));
    }
  }

  @Override
  public void elu(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    for (int i = 0; i < length; i++) {
      float x = get(in, inAt, i);
      // No branch: signs are as good as random, and a wrong guess costs more than both sides.
      float below = Math.min(Exponential.of(x), 1f) - 1f;
      put(out, outAt, i, Math.max(x, 0f) + below);
    }
  }

  @Override
  public void eluGradient(
      MemorySegment dIn,
      long dInAt,
      MemorySegment y,
      long yAt,
      MemorySegment dOut,
      long dOutAt,
      int length) {
    for (int i = 0; i < length; i++) {
      float result = get(y, yAt, i);
      float d = get(dOut, dOutAt, i);
      float term = result > 0 ? d : (result + 1) * d;
      put(dIn, dInAt, i, get(dIn, dInAt, i) + term);
    }
  }

  @Override
  public void exp(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    for (int i = 0; i < length; i++) {
      put(out, outAt, i, Exponential.of(get(in, inAt, i)));
    }
  }

  @Override
  public float sum(MemorySegment in, long inAt, int length) {
    float[] sums = new float[STRIDES];
    for (int i = 0; i < length; i++) {
      sums[i % STRIDES] += get(in, inAt, i);
    }
    return fold(sums);
  }

  /// `((s₀ + s₈) + (s₄ + s₁₂)) + …`: the upper half onto the lower, four times.
  static float fold(float[] sums) {
    for (int half = STRIDES / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        sums[i] += sums[i + half];
      }
    }
    return sums[0];
  }

  @Override
  public float max(MemorySegment in, long inAt, int length) {
    float largest = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < length; i++) {
      largest = Math.max(largest, get(in, inAt, i));
    }
    return largest;
  }

  @Override
  public void softmaxRow(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    float max = max(in, inAt, length);
    float[] sums = new float[STRIDES];
    for (int i = 0; i < length; i++) {
      float power = Exponential.of(get(in, inAt, i) - max);
      sums[i % STRIDES] += power;
      put(out, outAt, i, power);
    }
    float scale = 1 / fold(sums);
    for (int i = 0; i < length; i++) {
      put(out, outAt, i, get(out, outAt, i) * scale);
    }
  }

  @Override
  public void logSoftmaxRow(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    float max = max(in, inAt, length);
    float[] sums = new float[STRIDES];
    for (int i = 0; i < length; i++) {
      sums[i % STRIDES] += Exponential.of(get(in, inAt, i) - max);
    }
    float log = (float) StrictMath.log(fold(sums));
    for (int i = 0; i < length; i++) {
      put(out, outAt, i, get(in, inAt, i) - max - log);
    }
  }

  @Override
  public void dropout(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, DropoutMask mask) {
    for (int i = 0; i < length; i++) {
      put(out, outAt, i, mask.keeps(i) ? get(in, inAt, i) * mask.scale() : 0);
    }
  }

  @Override
  public void dropoutGradient(
      MemorySegment dIn,
      long dInAt,
      MemorySegment dOut,
      long dOutAt,
      int length,
      DropoutMask mask) {
    for (int i = 0; i < length; i++) {
      if (mask.keeps(i)) {
        put(dIn, dInAt, i, get(dIn, dInAt, i) + get(dOut, dOutAt, i) * mask.scale());
      }
    }
  }

  @Override
  public void adam(
      MemorySegment parameter,
      long parameterAt,
      MemorySegment gradient,
      long gradientAt,
      MemorySegment first,
      long firstAt,
      MemorySegment second,
      long secondAt,
      int length,
      AdamStep step) {
    for (int i = 0; i < length; i++) {
      float p = get(parameter, parameterAt, i) * step.shrink();
      float g = get(gradient, gradientAt, i) + p * step.decay();
      float m = get(first, firstAt, i);
      m = m + (g - m) * step.firstShare();
      float v = get(second, secondAt, i) * step.secondKept() + g * step.secondShare() * g;
      float scale = (float) Math.sqrt(v) / step.rootCorrection() + step.epsilon();
      put(first, firstAt, i, m);
      put(second, secondAt, i, v);
      put(parameter, parameterAt, i, p - m * step.stepSize() / scale);
    }
  }

  private static float get(MemorySegment segment, long at, int i) {
    return segment.get(FLOAT, at + (long) i * Float.BYTES);
  }

  private static void put(MemorySegment segment, long at, int i, float value) {
    segment.set(FLOAT, at + (long) i * Float.BYTES, value);
  }
}
