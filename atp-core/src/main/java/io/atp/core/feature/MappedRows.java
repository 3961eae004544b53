package io.atp.core.feature;

import java.lang.foreign.MemorySegment;

/// Pages of a mapped row-major file; nothing happens to a matrix in memory.
final class MappedRows {
  private MappedRows() {}

  static void fetch(MemorySegment data, long rowBytes, int fromRow, int toRow) {
    if (data.isMapped()) {
      MemorySegment rows = data.asSlice(fromRow * rowBytes, (toRow - fromRow) * rowBytes);
      rows.load();
      rows.unload(); // they stay in the system's cache, and leave this process
    }
  }

  static void release(MemorySegment data, long rowBytes, int fromRow, int toRow) {
    if (data.isMapped()) {
      data.asSlice(fromRow * rowBytes, (toRow - fromRow) * rowBytes).unload();
    }
  }
}
