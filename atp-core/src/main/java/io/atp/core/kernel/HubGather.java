package io.atp.core.kernel;

import static io.atp.core.kernel.RowKernels.ARCS_PER_PARTIAL_SUM;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A sum over a long list, block by block: partial sums of [RowKernels#ARCS_PER_PARTIAL_SUM]
/// entries are folded with Kahan's compensation. Both editions of [RowKernels#gather] and
/// [RowKernels#gatherHeads] share it.
final class HubGather {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private HubGather() {}

  @FunctionalInterface
  interface Block {
    /// `out = Σ_{from ≤ k < to} weight_k · row_k`, in plain float.
    void sum(int from, int to);
  }

  @FunctionalInterface
  interface Scales {
    /// What the sum of a column is multiplied with in the end.
    float of(int column);
  }

  /// @param block writes to `out`
  static void run(
      Block block,
      int count,
      int columns,
      Scales scales,
      MemorySegment out,
      long outAt,
      boolean add) {
    float[] before = new float[columns];
    float[] sum = new float[columns];
    float[] lost = new float[columns];
    if (add) {
      MemorySegment.copy(out, FLOAT, outAt, before, 0, columns);
    }
    for (int from = 0; from < count; from += ARCS_PER_PARTIAL_SUM) {
      block.sum(from, Math.min(count, from + ARCS_PER_PARTIAL_SUM));
      for (int c = 0; c < columns; c++) {
        float term = out.get(FLOAT, outAt + (long) c * Float.BYTES) - lost[c];
        float next = sum[c] + term;
        lost[c] = (next - sum[c]) - term;
        sum[c] = next;
      }
    }
    for (int c = 0; c < columns; c++) {
      float value = sum[c] * scales.of(c);
      out.set(FLOAT, outAt + (long) c * Float.BYTES, add ? before[c] + value : value);
    }
  }
}
