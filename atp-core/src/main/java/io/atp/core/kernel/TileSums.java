package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/// Takes the sums of a tile to their place in C, where they cannot be stored there as they are.
///
/// @param c its part that a block covers
/// @param cRow bytes between rows of C
/// @param add whether the sums are added to what is there
/// @param sums room for the sums of the largest tile, a row of it after the other
record TileSums(MemorySegment c, long cRow, boolean add, MemorySegment sums) {
  private static final long LANE_BYTES = Tile.LANES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  /// The sums that lie in [#sums], those of a row side by side.
  void flush(long cAt, int rows, int vectors) {
    for (int row = 0; row < rows; row++) {
      for (int v = 0; v < vectors; v++) {
        FloatVector sum = Tile.load(sums, (row * vectors + v) * LANE_BYTES);
        long at = cAt + row * cRow + v * LANE_BYTES;
        (add ? Tile.load(c, at).add(sum) : sum).intoMemorySegment(c, at, ORDER);
      }
    }
  }

  /// One vector, of which only the columns in the mask are stored.
  void store(long cAt, int row, int rows, FloatVector sum, VectorMask<Float> mask) {
    if (row < rows) {
      long at = cAt + row * cRow;
      FloatVector value =
          add ? FloatVector.fromMemorySegment(Tile.LANES, c, at, ORDER, mask).add(sum) : sum;
      value.intoMemorySegment(c, at, ORDER, mask);
    }
  }
}
