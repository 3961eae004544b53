package io.atp.core.kernel;

import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// The Vector API edition: whole vectors here, the few entries left over by the scalar twin. Rows
/// with sums are in [VectorRows], masks in [VectorDropout].
final class VectorElements implements ElementKernels {
  static final VectorSpecies<Float> LANES = VectorKernels.LANES;
  static final int LANE_COUNT = LANES.length();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  private final ScalarElements scalar = new ScalarElements();

  @Override
  public String name() {
    return "vector %d bit".formatted(LANES.vectorBitSize());
  }

  @Override
  public void add(MemorySegment out, long outAt, MemorySegment a, long aAt, int length) {
    requireFloats(out, outAt, length);
    requireFloats(a, aAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      store(out, outAt, i, load(out, outAt, i).add(load(a, aAt, i)));
    }
    scalar.add(out, outAt + 4L * whole, a, aAt + 4L * whole, length - whole);
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
    requireFloats(out, outAt, length);
    requireFloats(a, aAt, length);
    requireFloats(b, bAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      store(out, outAt, i, load(a, aAt, i).mul(load(b, bAt, i)));
    }
    long done = 4L * whole;
    scalar.multiply(out, outAt + done, a, aAt + done, b, bAt + done, length - whole);
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
    requireFloats(out, outAt, length);
    requireFloats(a, aAt, length);
    requireFloats(b, bAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      FloatVector product = load(a, aAt, i).mul(load(b, bAt, i));
      store(out, outAt, i, load(out, outAt, i).add(product));
    }
    long done = 4L * whole;
    scalar.multiplyAdd(out, outAt + done, a, aAt + done, b, bAt + done, length - whole);
  }

  @Override
  public void relu(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    requireFloats(out, outAt, length);
    requireFloats(in, inAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      FloatVector x = load(in, inAt, i);
      store(out, outAt, i, x.blend(0, x.compare(LE, 0)));
    }
    scalar.relu(out, outAt + 4L * whole, in, inAt + 4L * whole, length - whole);
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
    requireFloats(dIn, dInAt, length);
    requireFloats(x, xAt, length);
    requireFloats(dOut, dOutAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      FloatVector sum = load(dIn, dInAt, i);
      store(dIn, dInAt, i, sum.add(load(dOut, dOutAt, i), load(x, xAt, i).compare(GT, 0)));
    }
    long done = 4L * whole;
    scalar.reluGradient(dIn, dInAt + done, x, xAt + done, dOut, dOutAt + done, length - whole);
  }

  @Override
  public void leakyRelu(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, float slope) {
    requireFloats(out, outAt, length);
    requireFloats(in, inAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      FloatVector x = load(in, inAt, i);
      store(out, outAt, i, x.mul(slope).blend(x, x.compare(GT, 0)));
    }
    scalar.leakyRelu(out, outAt + 4L * whole, in, inAt + 4L * whole, length - whole, slope);
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
    requireFloats(dIn, dInAt, length);
    requireFloats(x, xAt, length);
    requireFloats(dOut, dOutAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      FloatVector d = load(dOut, dOutAt, i);
      FloatVector term = d.mul(slope).blend(d, load(x, xAt, i).compare(GT, 0));
      store(dIn, dInAt, i, load(dIn, dInAt, i).add(term));
    }
    long done = 4L * whole;
    scalar.leakyReluGradient(
        dIn, dInAt + done, x, xAt + done, dOut, dOutAt + done, length - whole, slope);
  }

  @Override
  public void elu(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    requireFloats(out, outAt, length);
    requireFloats(in, inAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      FloatVector x = load(in, inAt, i);
      store(out, outAt, i, x.max(0).add(VectorRows.exp(x).min(1).sub(1)));
    }
    scalar.elu(out, outAt + 4L * whole, in, inAt + 4L * whole, length - whole);
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
    requireFloats(dIn, dInAt, length);
    requireFloats(y, yAt, length);
    requireFloats(dOut, dOutAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      FloatVector d = load(dOut, dOutAt, i);
      FloatVector result = load(y, yAt, i);
      FloatVector term = result.add(1).mul(d).blend(d, result.compare(GT, 0));
      store(dIn, dInAt, i, load(dIn, dInAt, i).add(term));
    }
    long done = 4L * whole;
    scalar.eluGradient(dIn, dInAt + done, y, yAt + done, dOut, dOutAt + done, length - whole);
  }

  @Override
  public void exp(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    requireFloats(out, outAt, length);
    requireFloats(in, inAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      store(out, outAt, i, VectorRows.exp(load(in, inAt, i)));
    }
    scalar.exp(out, outAt + 4L * whole, in, inAt + 4L * whole, length - whole);
  }

  @Override
  public float sum(MemorySegment in, long inAt, int length) {
    requireFloats(in, inAt, length);
    return VectorRows.sum(in, inAt, length);
  }

  @Override
  public float max(MemorySegment in, long inAt, int length) {
    requireFloats(in, inAt, length);
    return VectorRows.max(in, inAt, length);
  }

  @Override
  public void softmaxRow(MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    requireFloats(out, outAt, length);
    requireFloats(in, inAt, length);
    VectorRows.softmax(out, outAt, in, inAt, length);
  }

  @Override
  public void logSoftmaxRow(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length) {
    requireFloats(out, outAt, length);
    requireFloats(in, inAt, length);
    VectorRows.logSoftmax(out, outAt, in, inAt, length);
  }

  @Override
  public void dropout(
      MemorySegment out, long outAt, MemorySegment in, long inAt, int length, DropoutMask mask) {
    requireFloats(out, outAt, length);
    requireFloats(in, inAt, length);
    VectorDropout.apply(out, outAt, in, inAt, length, mask, false);
  }

  @Override
  public void dropoutGradient(
      MemorySegment dIn,
      long dInAt,
      MemorySegment dOut,
      long dOutAt,
      int length,
      DropoutMask mask) {
    requireFloats(dIn, dInAt, length);
    requireFloats(dOut, dOutAt, length);
    VectorDropout.apply(dIn, dInAt, dOut, dOutAt, length, mask, true);
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
    requireFloats(parameter, parameterAt, length);
    requireFloats(gradient, gradientAt, length);
    requireFloats(first, firstAt, length);
    requireFloats(second, secondAt, length);
    int whole = LANES.loopBound(length);
    for (int i = 0; i < whole; i += LANE_COUNT) {
      FloatVector p = load(parameter, parameterAt, i).mul(step.shrink());
      FloatVector g = load(gradient, gradientAt, i).add(p.mul(step.decay()));
      FloatVector m = load(first, firstAt, i);
      m = m.add(g.sub(m).mul(step.firstShare()));
      FloatVector v = load(second, secondAt, i).mul(step.secondKept());
      v = v.add(g.mul(step.secondShare()).mul(g));
      FloatVector scale = v.sqrt().div(step.rootCorrection()).add(step.epsilon());
      store(first, firstAt, i, m);
      store(second, secondAt, i, v);
      store(parameter, parameterAt, i, p.sub(m.mul(step.stepSize()).div(scale)));
    }
    long done = 4L * whole;
    scalar.adam(
        parameter,
        parameterAt + done,
        gradient,
        gradientAt + done,
        first,
        firstAt + done,
        second,
        secondAt + done,
        length - whole,
        step);
  }

  private static void requireFloats(MemorySegment segment, long at, int length) {
    Objects.checkFromIndexSize(at, (long) length * Float.BYTES, segment.byteSize());
  }

  static FloatVector load(MemorySegment segment, long at, int i) {
    return FloatVector.fromMemorySegment(LANES, segment, at + (long) i * Float.BYTES, ORDER);
  }

  static void store(MemorySegment segment, long at, int i, FloatVector value) {
    value.intoMemorySegment(segment, at + (long) i * Float.BYTES, ORDER);
  }
}
