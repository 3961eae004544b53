package io.atp.core.feature;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;

/// Some rows of X as features of their own: row `i` of the result is row `rows[i]` of the whole, in
/// the form it was stored in; computed ones become dense.
public final class FeatureRows {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int RANGE = 1 << 10;

  private FeatureRows() {}

  /// @throws IllegalArgumentException if a row is not there
  public static Features select(Features whole, int[] rows, Workspace work) {
    for (int row : rows) {
      if (row < 0 || row >= whole.rows()) {
        throw new IllegalArgumentException(
            "row %d was asked for, features have %d rows".formatted(row, whole.rows()));
      }
    }
    return switch (whole) {
      case DenseFeatures dense ->
          new DenseFeatures(
              rows.length,
              dense.width(),
              gather(dense.data(), (long) dense.width() * Float.BYTES, rows, work));
      case HalfFeatures half ->
          new HalfFeatures(
              rows.length,
              half.width(),
              half.format(),
              gather(half.data(), (long) half.width() * Short.BYTES, rows, work));
      case SparseFeatures sparse -> gather(sparse, rows, work);
      case ComputedFeatures computed ->
          new ComputedFeatures(
                  rows.length,
                  computed.width(),
                  (row, from, columns, into, at) ->
                      computed.copyRow(rows[row], from, columns, into, at),
                  Map.of())
              .toDense(work);
    };
  }

  private static MemorySegment gather(
      MemorySegment from, long rowBytes, int[] rows, Workspace work) {
    MemorySegment into = work.allocate(Math.multiplyExact(rowBytes, rows.length));
    work.workers()
        .forEachRange(
            rows.length,
            RANGE,
            (first, end) -> {
              for (int i = first; i < end; i++) {
                MemorySegment.copy(from, rows[i] * rowBytes, into, i * rowBytes, rowBytes);
              }
            });
    return into;
  }

  private static SparseFeatures gather(SparseFeatures whole, int[] rows, Workspace work) {
    MemorySegment offsets = work.allocateLongs(rows.length + 1L);
    long entries = 0;
    for (int i = 0; i < rows.length; i++) {
      entries += whole.offset(rows[i] + 1) - whole.offset(rows[i]);
      offsets.set(LONG, (i + 1L) * Long.BYTES, entries);
    }
    MemorySegment columns = work.allocateInts(entries);
    MemorySegment values = work.allocateFloats(entries);
    work.workers()
        .forEachRange(
            rows.length,
            RANGE,
            (first, end) -> {
              for (int i = first; i < end; i++) {
                long from = whole.offset(rows[i]) * Integer.BYTES;
                long bytes = whole.offset(rows[i] + 1) * Integer.BYTES - from;
                long at = offsets.get(LONG, (long) i * Long.BYTES) * Integer.BYTES;
                MemorySegment.copy(whole.columns(), from, columns, at, bytes);
                MemorySegment.copy(whole.values(), from, values, at, bytes);
              }
            });
    return new SparseFeatures(rows.length, whole.width(), offsets, columns, values);
  }
}
