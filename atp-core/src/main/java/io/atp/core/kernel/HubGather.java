package io.atp.core.kernel;

import static io.atp.core.kernel.RowKernels.ARCS_PER_PARTIAL_SUM;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A sum over a long list, block by block: partial sums of [RowKernels#ARCS_PER_PARTIAL_SUM]
/// entries are folded with Kahan's compensation. Both editions of [RowKernels#gather] share it.
final class HubGather {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private HubGather() {}

  /// `out = [out +] scale · Σ_{from ≤ k < to} weight_k · row_k`, in plain float.
  interface Block {
    void sum(
        RowSource source,
        WeightedRows list,
        int from,
        int to,
        MemorySegment out,
        long outAt,
        float scale,
        boolean add);
  }

  static void run(
      Block block,
      RowSource source,
      WeightedRows list,
      MemorySegment out,
      long outAt,
      boolean add) {
    int columns = source.columns();
    float[] before = new float[columns];
    float[] sum = new float[columns];
    float[] lost = new float[columns];
    if (add) {
      MemorySegment.copy(out, FLOAT, outAt, before, 0, columns);
    }
    int count = list.count();
    for (int from = 0; from < count; from += ARCS_PER_PARTIAL_SUM) {
      int to = Math.min(count, from + ARCS_PER_PARTIAL_SUM);
      block.sum(source, list, from, to, out, outAt, 1, false);
      for (int c = 0; c < columns; c++) {
        float term = out.get(FLOAT, outAt + (long) c * Float.BYTES) - lost[c];
        float next = sum[c] + term;
        lost[c] = (next - sum[c]) - term;
        sum[c] = next;
      }
    }
    for (int c = 0; c < columns; c++) {
      float value = sum[c] * list.scale();
      out.set(FLOAT, outAt + (long) c * Float.BYTES, add ? before[c] + value : value);
    }
  }
}
