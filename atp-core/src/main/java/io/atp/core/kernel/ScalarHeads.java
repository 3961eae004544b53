package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// [RowKernels#gatherHeads] as plain loops.
final class ScalarHeads {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private ScalarHeads() {}

  /// @param scaled whether sums are multiplied by the factors of their heads
  static void block(
      RowSource source,
      WeightedRows list,
      HeadWeights heads,
      int from,
      int to,
      MemorySegment out,
      long outAt,
      boolean scaled,
      boolean add) {
    float[] sum = new float[source.columns()];
    int width = sum.length / heads.heads();
    for (int k = from; k < to; k++) {
      int row = Objects.checkIndex(list.rows()[k], source.rows());
      long at = row * source.strideBytes() + source.firstColumnBytes();
      for (int c = 0; c < sum.length; c++) {
        float weight = heads.weights()[k * heads.heads() + c / width];
        sum[c] += source.data().get(FLOAT, at + (long) c * Float.BYTES) * weight;
      }
    }
    for (int c = 0; c < sum.length; c++) {
      long at = outAt + (long) c * Float.BYTES;
      float value = scaled ? sum[c] * heads.scales()[c / width] : sum[c];
      out.set(FLOAT, at, add ? out.get(FLOAT, at) + value : value);
    }
  }
}
