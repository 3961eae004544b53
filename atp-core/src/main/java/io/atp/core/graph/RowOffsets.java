package io.atp.core.graph;

import io.atp.core.runtime.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Row lengths → row starts: `offsets[i] = Σ_{j<i} length(j)`, the middle step of every graph that
/// is counted first and filled afterwards.
public final class RowOffsets {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int RANGE = 1 << 16;

  private RowOffsets() {}

  /// Replaces the `nodeCount` lengths at the front of `offsets` by starts, writes the total behind
  /// them and returns it.
  public static long accumulate(MemorySegment offsets, int nodeCount, Workers workers) {
    long[] starts = new long[Math.ceilDiv(nodeCount, RANGE) + 1];
    workers.forEachRange(
        nodeCount,
        RANGE,
        (from, to) -> {
          long sum = 0;
          for (int node = from; node < to; node++) {
            sum += offsets.get(LONG, (long) node * Long.BYTES);
          }
          starts[from / RANGE + 1] = sum;
        });
    for (int range = 1; range < starts.length; range++) {
      starts[range] += starts[range - 1];
    }
    workers.forEachRange(
        nodeCount,
        RANGE,
        (from, to) -> {
          long start = starts[from / RANGE];
          for (int node = from; node < to; node++) {
            long length = offsets.get(LONG, (long) node * Long.BYTES);
            offsets.set(LONG, (long) node * Long.BYTES, start);
            start += length;
          }
        });
    long total = starts[starts.length - 1];
    offsets.set(LONG, (long) nodeCount * Long.BYTES, total);
    return total;
  }
}
