package io.atp.learn.tensor.sparse;

import io.atp.core.kernel.WeightedRows;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Compressed sparse rows off the heap.
///
/// @param offsets `rows + 1` longs
/// @param columnIds ints
/// @param values floats
record CsrRows(
    int rows, int columns, MemorySegment offsets, MemorySegment columnIds, MemorySegment values)
    implements SparseOperand {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// From here on a copy in one piece is faster than entry by entry.
  private static final int LONG_ROW = 32;

  static CsrRows allocate(int rows, int columns, long entries, Workspace work) {
    return new CsrRows(
        rows,
        columns,
        work.allocateLongs(rows + 1L),
        work.allocateInts(entries),
        work.allocateFloats(entries));
  }

  @Override
  public long offset(int row) {
    return offsets.get(LONG, (long) row * Long.BYTES);
  }

  void offset(int row, long entry) {
    offsets.set(LONG, (long) row * Long.BYTES, entry);
  }

  void entry(long at, int column, float value) {
    columnIds.set(INT, at * Integer.BYTES, column);
    values.set(FLOAT, at * Float.BYTES, value);
  }

  @Override
  public void stage(int row, WeightedRows list) {
    long first = offset(row);
    int count = Math.toIntExact(offset(row + 1) - first);
    list.reset(count);
    int[] rows = list.rows();
    float[] weights = list.weights();
    long at = first * Integer.BYTES;
    if (count >= LONG_ROW) {
      MemorySegment.copy(columnIds, INT, at, rows, 0, count);
      MemorySegment.copy(values, FLOAT, at, weights, 0, count);
    } else {
      for (int k = 0; k < count; k++) {
        rows[k] = columnIds.get(INT, at + (long) k * Integer.BYTES);
        weights[k] = values.get(FLOAT, at + (long) k * Float.BYTES);
      }
    }
    list.count(count);
  }

  /// Counts, then deals the entries out in row order, so that each row of the transpose is sorted.
  /// One thread: it is done once for a matrix that is then multiplied hundreds of times.
  CsrRows transpose(Workspace work) {
    CsrRows transposed = allocate(columns, rows, offset(rows), work);
    long[] next = new long[columns + 1];
    for (long at = 0, end = offset(rows); at < end; at++) {
      next[columnIds.get(INT, at * Integer.BYTES) + 1]++;
    }
    for (int column = 0; column < columns; column++) {
      next[column + 1] += next[column];
    }
    for (int column = 0; column <= columns; column++) {
      transposed.offset(column, next[column]);
    }
    for (int row = 0; row < rows; row++) {
      for (long at = offset(row), end = offset(row + 1); at < end; at++) {
        int column = columnIds.get(INT, at * Integer.BYTES);
        transposed.entry(next[column]++, row, values.get(FLOAT, at * Float.BYTES));
      }
    }
    return transposed;
  }
}
