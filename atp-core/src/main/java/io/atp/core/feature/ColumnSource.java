package io.atp.core.feature;

import java.lang.foreign.MemorySegment;

/// X as propagation reads it, a few columns of all rows at a time, wherever the numbers come from:
/// a matrix in memory, a mapped file of whole rows, files of a few columns each, or a formula.
///
/// Safe to read from several threads.
public interface ColumnSource {
  int rows();

  int width();

  /// Writes columns `[fromColumn, fromColumn + columns)` of one row as floats at byte `at` of
  /// `into`.
  void copyRow(int row, int fromColumn, int columns, MemorySegment into, long at);

  /// Memory it occupies; nothing for a mapped file, whose pages come and go.
  long residentBytes();

  /// Brings these rows from disk into the system's file cache, without making them resident here.
  default void fetch(int fromRow, int toRow, int fromColumn, int columns) {}

  /// Says that these rows will not be read again soon.
  default void release(int fromRow, int toRow, int fromColumn, int columns) {}

  /// Bytes of disk that are read for so many columns of all rows.
  default long fetchedBytes(int columns) {
    return 0;
  }
}
