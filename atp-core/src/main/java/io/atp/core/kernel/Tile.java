package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// A tile of C: six rows, and one, two or four vectors of columns, whose sums stay in registers for
/// all terms. Six by four is the largest that 32 vector registers hold (24 sums, 4 vectors of B,
/// one entry of A), six by two the largest for 16. Each width is written out, because a loop over
/// an array of vectors would put them into memory. The sums leave through an array: handed to a
/// method too large to be inlined here they would become objects.
///
/// Rows that are not wanted are computed from the last one and dropped.
///
/// @param terms of the sums
/// @param factors where A lies
/// @param b B or a copy of it, with columns side by side
/// @param bDepth bytes between terms in `b`
/// @param cRow bytes between rows of C
/// @param add whether the sums are added to what is there
/// @param sums room for the sums of the widest tile
record Tile(
    int terms,
    Factors factors,
    MemorySegment b,
    long bDepth,
    MemorySegment c,
    long cRow,
    boolean add,
    float[] sums) {
  static final VectorSpecies<Float> LANES = VectorKernels.LANES;
  private static final int LANE_COUNT = LANES.length();
  private static final long LANE_BYTES = LANES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Four vectors of columns.
  ///
  /// @param rows that are wanted, 1 to 6
  void four(long aAt, long bAt, long cAt, int rows) {
    long r1 = rowAt(aAt, 1, rows);
    long r2 = rowAt(aAt, 2, rows);
    long r3 = rowAt(aAt, 3, rows);
    long r4 = rowAt(aAt, 4, rows);
    long r5 = rowAt(aAt, 5, rows);
    FloatVector c00 = FloatVector.zero(LANES);
    FloatVector c01 = c00;
    FloatVector c02 = c00;
    FloatVector c03 = c00;
    FloatVector c10 = c00;
    FloatVector c11 = c00;
    FloatVector c12 = c00;
    FloatVector c13 = c00;
    FloatVector c20 = c00;
    FloatVector c21 = c00;
    FloatVector c22 = c00;
    FloatVector c23 = c00;
    FloatVector c30 = c00;
    FloatVector c31 = c00;
    FloatVector c32 = c00;
    FloatVector c33 = c00;
    FloatVector c40 = c00;
    FloatVector c41 = c00;
    FloatVector c42 = c00;
    FloatVector c43 = c00;
    FloatVector c50 = c00;
    FloatVector c51 = c00;
    FloatVector c52 = c00;
    FloatVector c53 = c00;
    MemorySegment a = factors.a();
    long aDepth = factors.aDepth();
    for (int p = 0; p < terms; p++) {
      long bRow = bAt + p * bDepth;
      long aStep = p * aDepth;
      FloatVector b0 = load(b, bRow);
      FloatVector b1 = load(b, bRow + LANE_BYTES);
      FloatVector b2 = load(b, bRow + 2 * LANE_BYTES);
      FloatVector b3 = load(b, bRow + 3 * LANE_BYTES);
      FloatVector x = spread(a, aAt + aStep);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      c02 = x.fma(b2, c02);
      c03 = x.fma(b3, c03);
      x = spread(a, r1 + aStep);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      c12 = x.fma(b2, c12);
      c13 = x.fma(b3, c13);
      x = spread(a, r2 + aStep);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      c22 = x.fma(b2, c22);
      c23 = x.fma(b3, c23);
      x = spread(a, r3 + aStep);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
      c32 = x.fma(b2, c32);
      c33 = x.fma(b3, c33);
      x = spread(a, r4 + aStep);
      c40 = x.fma(b0, c40);
      c41 = x.fma(b1, c41);
      c42 = x.fma(b2, c42);
      c43 = x.fma(b3, c43);
      x = spread(a, r5 + aStep);
      c50 = x.fma(b0, c50);
      c51 = x.fma(b1, c51);
      c52 = x.fma(b2, c52);
      c53 = x.fma(b3, c53);
    }
    c00.intoArray(sums, 0);
    c01.intoArray(sums, LANE_COUNT);
    c02.intoArray(sums, 2 * LANE_COUNT);
    c03.intoArray(sums, 3 * LANE_COUNT);
    c10.intoArray(sums, 4 * LANE_COUNT);
    c11.intoArray(sums, 5 * LANE_COUNT);
    c12.intoArray(sums, 6 * LANE_COUNT);
    c13.intoArray(sums, 7 * LANE_COUNT);
    c20.intoArray(sums, 8 * LANE_COUNT);
    c21.intoArray(sums, 9 * LANE_COUNT);
    c22.intoArray(sums, 10 * LANE_COUNT);
    c23.intoArray(sums, 11 * LANE_COUNT);
    c30.intoArray(sums, 12 * LANE_COUNT);
    c31.intoArray(sums, 13 * LANE_COUNT);
    c32.intoArray(sums, 14 * LANE_COUNT);
    c33.intoArray(sums, 15 * LANE_COUNT);
    c40.intoArray(sums, 16 * LANE_COUNT);
    c41.intoArray(sums, 17 * LANE_COUNT);
    c42.intoArray(sums, 18 * LANE_COUNT);
    c43.intoArray(sums, 19 * LANE_COUNT);
    c50.intoArray(sums, 20 * LANE_COUNT);
    c51.intoArray(sums, 21 * LANE_COUNT);
    c52.intoArray(sums, 22 * LANE_COUNT);
    c53.intoArray(sums, 23 * LANE_COUNT);
    flush(cAt, rows, 4);
  }

  /// Two vectors of columns.
  void two(long aAt, long bAt, long cAt, int rows) {
    long r1 = rowAt(aAt, 1, rows);
    long r2 = rowAt(aAt, 2, rows);
    long r3 = rowAt(aAt, 3, rows);
    long r4 = rowAt(aAt, 4, rows);
    long r5 = rowAt(aAt, 5, rows);
    FloatVector c00 = FloatVector.zero(LANES);
    FloatVector c01 = c00;
    FloatVector c10 = c00;
    FloatVector c11 = c00;
    FloatVector c20 = c00;
    FloatVector c21 = c00;
    FloatVector c30 = c00;
    FloatVector c31 = c00;
    FloatVector c40 = c00;
    FloatVector c41 = c00;
    FloatVector c50 = c00;
    FloatVector c51 = c00;
    MemorySegment a = factors.a();
    long aDepth = factors.aDepth();
    for (int p = 0; p < terms; p++) {
      long bRow = bAt + p * bDepth;
      long aStep = p * aDepth;
      FloatVector b0 = load(b, bRow);
      FloatVector b1 = load(b, bRow + LANE_BYTES);
      FloatVector x = spread(a, aAt + aStep);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      x = spread(a, r1 + aStep);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      x = spread(a, r2 + aStep);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      x = spread(a, r3 + aStep);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
      x = spread(a, r4 + aStep);
      c40 = x.fma(b0, c40);
      c41 = x.fma(b1, c41);
      x = spread(a, r5 + aStep);
      c50 = x.fma(b0, c50);
      c51 = x.fma(b1, c51);
    }
    c00.intoArray(sums, 0);
    c01.intoArray(sums, LANE_COUNT);
    c10.intoArray(sums, 2 * LANE_COUNT);
    c11.intoArray(sums, 3 * LANE_COUNT);
    c20.intoArray(sums, 4 * LANE_COUNT);
    c21.intoArray(sums, 5 * LANE_COUNT);
    c30.intoArray(sums, 6 * LANE_COUNT);
    c31.intoArray(sums, 7 * LANE_COUNT);
    c40.intoArray(sums, 8 * LANE_COUNT);
    c41.intoArray(sums, 9 * LANE_COUNT);
    c50.intoArray(sums, 10 * LANE_COUNT);
    c51.intoArray(sums, 11 * LANE_COUNT);
    flush(cAt, rows, 2);
  }

  /// One vector of columns, of which only those in the mask are stored.
  void one(long aAt, long bAt, long cAt, int rows, VectorMask<Float> mask) {
    long r1 = rowAt(aAt, 1, rows);
    long r2 = rowAt(aAt, 2, rows);
    long r3 = rowAt(aAt, 3, rows);
    long r4 = rowAt(aAt, 4, rows);
    long r5 = rowAt(aAt, 5, rows);
    FloatVector c0 = FloatVector.zero(LANES);
    FloatVector c1 = c0;
    FloatVector c2 = c0;
    FloatVector c3 = c0;
    FloatVector c4 = c0;
    FloatVector c5 = c0;
    MemorySegment a = factors.a();
    long aDepth = factors.aDepth();
    for (int p = 0; p < terms; p++) {
      long aStep = p * aDepth;
      FloatVector b0 = load(b, bAt + p * bDepth);
      c0 = spread(a, aAt + aStep).fma(b0, c0);
      c1 = spread(a, r1 + aStep).fma(b0, c1);
      c2 = spread(a, r2 + aStep).fma(b0, c2);
      c3 = spread(a, r3 + aStep).fma(b0, c3);
      c4 = spread(a, r4 + aStep).fma(b0, c4);
      c5 = spread(a, r5 + aStep).fma(b0, c5);
    }
    store(cAt, 0, rows, c0, mask);
    store(cAt, 1, rows, c1, mask);
    store(cAt, 2, rows, c2, mask);
    store(cAt, 3, rows, c3, mask);
    store(cAt, 4, rows, c4, mask);
    store(cAt, 5, rows, c5, mask);
  }

  private long rowAt(long aAt, int row, int rows) {
    return aAt + Math.min(row, rows - 1) * factors.aRow();
  }

  private void flush(long cAt, int rows, int vectors) {
    for (int row = 0; row < rows; row++) {
      for (int v = 0; v < vectors; v++) {
        FloatVector sum = FloatVector.fromArray(LANES, sums, (row * vectors + v) * LANE_COUNT);
        long at = cAt + row * cRow + v * LANE_BYTES;
        (add ? load(c, at).add(sum) : sum).intoMemorySegment(c, at, ORDER);
      }
    }
  }

  private void store(long cAt, int row, int rows, FloatVector sum, VectorMask<Float> mask) {
    if (row < rows) {
      long at = cAt + row * cRow;
      FloatVector value =
          add ? FloatVector.fromMemorySegment(LANES, c, at, ORDER, mask).add(sum) : sum;
      value.intoMemorySegment(c, at, ORDER, mask);
    }
  }

  private static FloatVector spread(MemorySegment a, long at) {
    return FloatVector.broadcast(LANES, a.get(FLOAT, at));
  }

  private static FloatVector load(MemorySegment segment, long at) {
    return FloatVector.fromMemorySegment(LANES, segment, at, ORDER);
  }
}
