package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// A tile of C: a few rows, and a few vectors of columns, whose sums stay in registers for all
/// terms. How many there are follows from the registers of the machine. Each width is written out,
/// because a loop over an array of vectors would put them into memory. Sums that cannot be stored
/// as they are leave through memory: handed to a method too large to be inlined they would become
/// objects.
///
/// Rows that are not wanted are computed from the last one and dropped.
sealed interface Tile permits SixRowTile, FourRowTile {
  VectorSpecies<Float> LANES = VectorKernels.LANES;
  VectorMask<Float> ALL = LANES.maskAll(true);

  /// 512-bit vectors come with 32 registers, and so do ARM's; the others with 16.
  boolean MANY_REGISTERS =
      LANES.vectorByteSize() == 64 || System.getProperty("os.arch").equals("aarch64");

  /// Numbers in the largest tile of any shape.
  int MOST_SUMS = 24 * LANES.length();

  /// @param many whether 32 registers are there, not 16
  /// @param terms of the sums
  /// @param factors of which A is read, from its first wanted entry on
  static Tile of(boolean many, int terms, Factors factors, Panels panels, TileSums sums) {
    return many
        ? new SixRowTile(terms, factors, panels, sums)
        : new FourRowTile(terms, factors, panels, sums);
  }

  /// Vectors of columns in the widest tile.
  static int widest(boolean many) {
    return many ? SixRowTile.WIDEST : FourRowTile.WIDEST;
  }

  /// Rows that are computed together.
  int height();

  /// Rows of C, all columns of the block.
  ///
  /// @param rows that are wanted, 1 to [#height]
  /// @param vectors whole ones of columns
  /// @param rest columns of one more vector, or none
  void strip(long aAt, long cAt, int rows, int vectors, VectorMask<Float> rest);

  static long rowAt(Factors factors, long aAt, int row, int rows) {
    return aAt + Math.min(row, rows - 1) * factors.aRow();
  }

  static FloatVector spread(MemorySegment a, long at) {
    return FloatVector.broadcast(LANES, a.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at));
  }

  static FloatVector load(MemorySegment segment, long at) {
    return FloatVector.fromMemorySegment(LANES, segment, at, ByteOrder.LITTLE_ENDIAN);
  }
}
