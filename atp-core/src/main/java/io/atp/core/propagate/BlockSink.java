package io.atp.core.propagate;

import java.lang.foreign.MemorySegment;

/// Where finished pieces of results go, block of columns by block.
///
/// Pieces of one block come in any order, from several threads at once, and cover every kept row of
/// every result once.
public interface BlockSink {
  /// One piece: some rows of a block.
  ///
  /// @param result hop number, or 0 for the only result
  /// @param fromRow first kept row; pieces start at multiples of [BlockPropagator#pieceRows]
  /// @param packed the rows one after the other, in the storage of results; only valid during the
  ///   call
  void write(int result, ColumnRange columns, int fromRow, int toRow, MemorySegment packed);

  /// Every piece of these columns has been written.
  void finished(ColumnRange columns);
}
