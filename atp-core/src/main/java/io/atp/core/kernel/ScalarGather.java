package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// [RowKernels#gather] as plain loops.
final class ScalarGather {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private ScalarGather() {}

  static void block(
      RowSource source,
      WeightedRows list,
      int from,
      int to,
      MemorySegment out,
      long outAt,
      float scale,
      boolean add) {
    float[] sum = new float[source.columns()];
    for (int k = from; k < to; k++) {
      int row = Objects.checkIndex(list.rows()[k], source.rows());
      long at = row * source.strideBytes() + source.firstColumnBytes();
      float weight = list.weights()[k];
      for (int c = 0; c < sum.length; c++) {
        sum[c] += source.data().get(FLOAT, at + (long) c * Float.BYTES) * weight;
      }
    }
    for (int c = 0; c < sum.length; c++) {
      long at = outAt + (long) c * Float.BYTES;
      float value = sum[c] * scale;
      out.set(FLOAT, at, add ? out.get(FLOAT, at) + value : value);
    }
  }
}
