package io.atp.core.kernel;

import static io.atp.core.kernel.ElementKernels.STRIDES;
import static io.atp.core.kernel.VectorElements.LANES;
import static io.atp.core.kernel.VectorElements.LANE_COUNT;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.MAX;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/// Rows whose entries depend on each other, on vectors. Rows are often shorter than a vector (a row
/// holds an entry per class), so what is left over goes through a mask, not through scalar code.
final class VectorRows {
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  private VectorRows() {}

  /// [Exponential#of] on every lane.
  static FloatVector exp(FloatVector x) {
    FloatVector bounded =
        x.blend(Exponential.LARGEST, x.compare(GT, Exponential.LARGEST))
            .blend(Exponential.SMALLEST, x.compare(LT, Exponential.SMALLEST));
    FloatVector rounded = bounded.mul(Exponential.LOG2_E).add(Exponential.ROUNDER);
    FloatVector n = rounded.sub(Exponential.ROUNDER);
    FloatVector r = bounded.sub(n.mul(Exponential.HIGH)).sub(n.mul(Exponential.LOW));
    FloatVector q = r.mul(Exponential.Q4).add(Exponential.Q3);
    q = q.mul(r).add(Exponential.Q2);
    q = q.mul(r).add(Exponential.Q1);
    q = q.mul(r).add(Exponential.Q0);
    FloatVector near1 = q.mul(r.mul(r)).add(r).add(1);
    IntVector whole = rounded.reinterpretAsInts().sub(Float.floatToRawIntBits(Exponential.ROUNDER));
    IntVector half = whole.lanewise(ASHR, 1);
    return near1.mul(power(half)).mul(power(whole.sub(half)));
  }

  private static FloatVector power(IntVector exponent) {
    return exponent
        .add(Exponential.BIAS)
        .lanewise(LSHL, Exponential.FRACTION_BITS)
        .reinterpretAsFloats();
  }

  static float max(MemorySegment in, long at, int length) {
    FloatVector largest = FloatVector.broadcast(LANES, Float.NEGATIVE_INFINITY);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      largest = largest.max(load(in, at, i));
    }
    if (whole < length) {
      VectorMask<Float> rest = LANES.indexInRange(whole, length);
      largest = largest.lanewise(MAX, load(in, at, whole, rest), rest);
    }
    return largest.reduceLanes(MAX);
  }

  /// One vector of running sums at a time, until there are [ElementKernels#STRIDES].
  static float sum(MemorySegment in, long at, int length) {
    float[] sums = new float[STRIDES];
    for (int lane = 0; lane < STRIDES; lane += LANE_COUNT) {
      FloatVector sum = FloatVector.zero(LANES);
      int i = lane;
      for (; i <= length - LANE_COUNT; i += STRIDES) {
        sum = sum.add(load(in, at, i));
      }
      if (i < length) {
        VectorMask<Float> rest = LANES.indexInRange(i, length);
        sum = sum.add(load(in, at, i, rest), rest);
      }
      sum.intoArray(sums, lane);
    }
    return ScalarElements.fold(sums);
  }

  private static float sumOfPowers(MemorySegment in, long at, int length, float max) {
    float[] sums = new float[STRIDES];
    for (int lane = 0; lane < STRIDES; lane += LANE_COUNT) {
      FloatVector sum = FloatVector.zero(LANES);
      int i = lane;
      for (; i <= length - LANE_COUNT; i += STRIDES) {
        sum = sum.add(exp(load(in, at, i).sub(max)));
      }
      if (i < length) {
        VectorMask<Float> rest = LANES.indexInRange(i, length);
        sum = sum.add(exp(load(in, at, i, rest).sub(max)), rest);
      }
      sum.intoArray(sums, lane);
    }
    return ScalarElements.fold(sums);
  }

  static void softmax(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    float max = max(in, inAt, length);
    int whole = LANES.loopBound(length);
    VectorMask<Float> rest = LANES.indexInRange(whole, length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      store(out, outAt, i, exp(load(in, inAt, i).sub(max)));
    }
    if (whole < length) {
      store(out, outAt, whole, exp(load(in, inAt, whole, rest).sub(max)), rest);
    }
    float scale = 1 / sum(out, outAt, length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      store(out, outAt, i, load(out, outAt, i).mul(scale));
    }
    if (whole < length) {
      store(out, outAt, whole, load(out, outAt, whole, rest).mul(scale), rest);
    }
  }

  static void logSoftmax(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    float max = max(in, inAt, length);
    float log = (float) StrictMath.log(sumOfPowers(in, inAt, length, max));
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      store(out, outAt, i, load(in, inAt, i).sub(max).sub(log));
    }
    if (whole < length) {
      VectorMask<Float> rest = LANES.indexInRange(whole, length);
      store(out, outAt, whole, load(in, inAt, whole, rest).sub(max).sub(log), rest);
    }
  }

  private static FloatVector load(MemorySegment segment, long at, int i) {
    return VectorElements.load(segment, at, i);
  }

  private static FloatVector load(MemorySegment segment, long at, int i, VectorMask<Float> mask) {
    return FloatVector.fromMemorySegment(LANES, segment, at + (long) i * Float.BYTES, ORDER, mask);
  }

  private static void store(MemorySegment segment, long at, int i, FloatVector value) {
    VectorElements.store(segment, at, i, value);
  }

  private static void store(
      MemorySegment segment, long at, int i, FloatVector value, VectorMask<Float> mask) {
    value.intoMemorySegment(segment, at + (long) i * Float.BYTES, ORDER, mask);
  }
}
