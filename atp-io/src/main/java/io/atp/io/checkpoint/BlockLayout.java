package io.atp.io.checkpoint;

import io.atp.core.propagate.BlockPropagator;
import io.atp.core.propagate.ColumnRange;
import io.atp.core.propagate.Storage;
import java.util.Map;
import java.util.TreeMap;

/// The shape of results that are made block by block; nothing of it depends on memory or threads.
///
/// @param rows of each result
/// @param width columns of each result
/// @param names file names of the results, by number
public record BlockLayout(int rows, int width, Storage storage, Map<Integer, String> names) {
  public BlockLayout {
    names = new TreeMap<>(names);
  }

  int pieceRows() {
    return BlockPropagator.pieceRows(width);
  }

  int pieces() {
    return Math.ceilDiv(rows, pieceRows());
  }

  long blockBytes(ColumnRange columns) {
    return (long) rows * columns.columns() * storage.bytes();
  }

  /// NumPy knows no bfloat16: its bits go out as unsigned integers.
  public String dtype() {
    return switch (storage) {
      case FLOAT32 -> "<f4";
      case BFLOAT16 -> "<u2";
      case FLOAT16 -> "<f2";
    };
  }
}
