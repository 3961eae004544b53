package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;

/// A block of B as tiles read it: panels as wide as a tile, one beside the other or one after the
/// other.
///
/// Read where it lies, a panel takes a little of every row of B, and rows of a kilobyte share few
/// places in the first cache. Copied, a panel is in one piece, and narrow ones stay there while all
/// rows of A pass.
///
/// @param at of the first entry
/// @param depth bytes from one term to the next
/// @param step bytes from one panel to the next
record Panels(MemorySegment b, long at, long depth, long step) {
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  /// Where B lies; its columns are side by side.
  ///
  /// @param width bytes of a row of a panel
  static Panels inPlace(Factors factors, long at, long width) {
    return new Panels(factors.b(), at, factors.bDepth(), width);
  }

  /// A copy of rows that are side by side and whole vectors long.
  ///
  /// @param at of the first entry in `b`
  /// @param row bytes from one row of `b` to the next
  /// @param used bytes of a row that are wanted
  static Panels copied(
      MemorySegment b, long at, long row, int terms, long used, long width, MemorySegment out) {
    int lanes = Tile.LANES.vectorByteSize();
    long to = 0;
    for (long from = 0; from < used; from += width) {
      long end = Math.min(width, used - from);
      for (int p = 0; p < terms; p++) {
        long source = at + p * row + from;
        for (long v = 0; v < end; v += lanes) {
          FloatVector some = FloatVector.fromMemorySegment(Tile.LANES, b, source + v, ORDER);
          some.intoMemorySegment(out, to + v, ORDER);
        }
        to += width;
      }
    }
    return new Panels(out, 0, width, terms * width);
  }
}
