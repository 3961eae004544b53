package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Copies a part of B so that the columns of each row lie side by side.
final class ColumnCopy {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final long ONE = Float.BYTES;

  /// Terms that are turned together: enough for the loop over columns to be worth its test, few
  /// enough for its streams.
  private static final int TERMS = 8;

  private ColumnCopy() {}

  /// Copies `b(depth … depth + terms, column … column + columns)`.
  ///
  /// @param row bytes between the rows of the copy
  static void copy(
      Factors factors,
      int depth,
      int terms,
      int column,
      int columns,
      MemorySegment out,
      long outAt,
      long row) {
    if (factors.bColumn() == Float.BYTES) {
      for (int p = 0; p < terms; p++) {
        long from = factors.bAt(depth + p, column);
        MemorySegment.copy(factors.b(), from, out, outAt + p * row, columns * ONE);
      }
      return;
    }
    int p = 0;
    for (; p <= terms - TERMS; p += TERMS) {
      turnEight(factors, factors.bAt(depth + p, column), columns, out, outAt + p * row, row);
    }
    for (; p < terms; p++) {
      long from = factors.bAt(depth + p, column);
      for (int j = 0; j < columns; j++) {
        float value = factors.b().get(FLOAT, from + j * factors.bColumn());
        out.set(FLOAT, outAt + p * row + j * ONE, value);
      }
    }
  }

  /// B is stored column after column: eight neighbours in a column go to eight rows.
  private static void turnEight(
      Factors factors, long from, int columns, MemorySegment out, long outAt, long row) {
    MemorySegment b = factors.b();
    long column = factors.bColumn();
    for (int j = 0; j < columns; j++) {
      long at = from + j * column;
      long to = outAt + j * ONE;
      out.set(FLOAT, to, b.get(FLOAT, at));
      out.set(FLOAT, to + row, b.get(FLOAT, at + ONE));
      out.set(FLOAT, to + 2 * row, b.get(FLOAT, at + 2 * ONE));
      out.set(FLOAT, to + 3 * row, b.get(FLOAT, at + 3 * ONE));
      out.set(FLOAT, to + 4 * row, b.get(FLOAT, at + 4 * ONE));
      out.set(FLOAT, to + 5 * row, b.get(FLOAT, at + 5 * ONE));
      out.set(FLOAT, to + 6 * row, b.get(FLOAT, at + 6 * ONE));
      out.set(FLOAT, to + 7 * row, b.get(FLOAT, at + 7 * ONE));
    }
  }
}
