package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The plain loops.
final class ScalarHeadKernels implements HeadKernels {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  @Override
  public void dots(
      MemorySegment x,
      long xAt,
      MemorySegment y,
      long yAt,
      int heads,
      int width,
      float[] out,
      int at) {
    for (int head = 0, c = 0; head < heads; head++) {
      float sum = 0;
      for (int end = c + width; c < end; c++) {
        long byteAt = (long) c * Float.BYTES;
        sum += x.get(FLOAT, xAt + byteAt) * y.get(FLOAT, yAt + byteAt);
      }
      out[at + head] = sum;
    }
  }

  @Override
  public void scores(
      MemorySegment x, long xAt, MemorySegment y, long yAt, LeakyScores of, float[] out, int at) {
    for (int head = 0, c = 0; head < of.heads(); head++) {
      float sum = 0;
      for (int end = c + of.width(); c < end; c++) {
        float q = sum(x, xAt, y, yAt, c);
        sum += of.a()[c] * (q > 0 ? q : q * of.slope());
      }
      out[at + head] = sum;
    }
  }

  @Override
  public void scoreGradients(
      MemorySegment x,
      long xAt,
      MemorySegment y,
      long yAt,
      LeakyScores of,
      float[] d,
      float[] dQ,
      float[] dA) {
    for (int head = 0, c = 0; head < of.heads(); head++) {
      float sloped = d[head] * of.slope();
      for (int end = c + of.width(); c < end; c++) {
        float q = sum(x, xAt, y, yAt, c);
        float own = q > 0 ? d[head] : sloped;
        dQ[c] += own * of.a()[c];
        dA[c] += own * q;
      }
    }
  }

  private static float sum(MemorySegment x, long xAt, MemorySegment y, long yAt, int c) {
    long byteAt = (long) c * Float.BYTES;
    return x.get(FLOAT, xAt + byteAt) + y.get(FLOAT, yAt + byteAt);
  }
}
