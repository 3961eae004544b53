package io.atp.core.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// A tile of C: six rows by a few vectors of columns, whose sums stay in registers for all terms.
/// Each shape is written out, because a loop over an array of vectors would put them into memory. A
/// tile stores its sums and no more: with additions to what is there behind the loop, 24 of them,
/// the compiler gave up putting calls in line and made objects of the sums.
///
/// The loop over terms is compiled to multiplications, loads and little else where rows of A start
/// at places the compiler does not know and counted loops are compiled in strips, else to half the
/// speed (decision 16). Factors come in arrays: a loop over memory segments is compiled with a test
/// of the segment's class at every access as soon as the program has met more than one, and was
/// then several times slower in an experiment.
sealed interface Tile permits NarrowTile, WideTile {
  VectorSpecies<Float> LANES = VectorKernels.LANES;
  int LANE_COUNT = LANES.length();

  /// For this machine: 512-bit vectors come with 32 registers, and so do ARM's; others with 16.
  static Tile usual() {
    boolean many = LANES.vectorByteSize() == 64 || System.getProperty("os.arch").equals("aarch64");
    return many ? new WideTile() : new NarrowTile();
  }

  /// Columns: two vectors, or four.
  int width();

  /// `out(i, j) = Σ_p a(i, p) · b(p, j)` for [TileKernels#ROWS] rows, chained over all terms.
  ///
  /// @param aRow from one row of A to the next
  /// @param b rows of [#width] columns, one after the other
  /// @param used columns that are wanted; others may be left as they are
  /// @param row from one row of the result to the next
  void multiply(
      float[] a,
      int aAt,
      int aRow,
      float[] b,
      int bAt,
      int terms,
      int used,
      float[] out,
      int at,
      int row);

  static FloatVector spread(float number) {
    return FloatVector.broadcast(LANES, number);
  }

  static FloatVector load(float[] numbers, int at) {
    return FloatVector.fromArray(LANES, numbers, at);
  }
}
