package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Copies a part of B so that the columns of each row lie side by side and aligned.
final class ColumnCopy {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Terms that are turned together: as many as a cache line holds.
  private static final int TERMS = 16;

  private ColumnCopy() {}

  /// Copies `b(depth … depth + terms, column … column + columns)`.
  ///
  /// @param row bytes between the rows of the copy
  static void copy(
      Factors factors, int depth, int terms, int column, int columns, MemorySegment out, long row) {
    if (factors.bColumn() == Float.BYTES) {
      long bytes = (long) columns * Float.BYTES;
      for (int p = 0; p < terms; p++) {
        MemorySegment.copy(factors.b(), factors.bAt(depth + p, column), out, p * row, bytes);
      }
    } else {
      for (int p = 0; p < terms; p += TERMS) {
        turn(factors, depth + p, Math.min(TERMS, terms - p), column, columns, out, p * row, row);
      }
    }
  }

  /// B is stored column after column: a cache line of each becomes a column of the copy.
  private static void turn(
      Factors factors,
      int depth,
      int terms,
      int column,
      int columns,
      MemorySegment out,
      long outAt,
      long row) {
    MemorySegment b = factors.b();
    long from = factors.bAt(depth, column);
    for (int j = 0; j < columns; j++, from += factors.bColumn()) {
      long to = outAt + (long) j * Float.BYTES;
      for (int p = 0; p < terms; p++) {
        out.set(FLOAT, to + p * row, b.get(FLOAT, from + (long) p * Float.BYTES));
      }
    }
  }
}
