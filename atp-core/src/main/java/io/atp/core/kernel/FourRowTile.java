package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/// Four rows by three vectors of columns: 16 vector registers hold its 12 sums, 3 vectors of B and
/// one entry of A. Six by two would too, but loads 8 numbers for 12 products where this loads 7.
record FourRowTile(int terms, Factors factors, Panels panels, TileSums sums) implements Tile {
  /// Vectors of columns.
  static final int WIDEST = 3;

  private static final int ROWS = 4;

  private static final long LANE_BYTES = LANES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  @Override
  public int height() {
    return ROWS;
  }

  @Override
  public void strip(long aAt, long cAt, int rows, int vectors, VectorMask<Float> rest) {
    int v = 0;
    for (; v <= vectors - 3; v += 3) {
      three(aAt, bAt(v), cAt + v * LANE_BYTES, rows);
    }
    if (v <= vectors - 2) {
      two(aAt, bAt(v), cAt + v * LANE_BYTES, rows);
      v += 2;
    }
    if (v < vectors) {
      one(aAt, bAt(v), cAt + v * LANE_BYTES, rows, ALL);
      v++;
    }
    if (rest.anyTrue()) {
      one(aAt, bAt(v), cAt + v * LANE_BYTES, rows, rest);
    }
  }

  private long bAt(int vector) {
    return panels.at() + vector / WIDEST * panels.step() + vector % WIDEST * LANE_BYTES;
  }

  private void three(long aAt, long bAt, long cAt, int rows) {
    long r1 = Tile.rowAt(factors, aAt, 1, rows);
    long r2 = Tile.rowAt(factors, aAt, 2, rows);
    long r3 = Tile.rowAt(factors, aAt, 3, rows);
    FloatVector c00 = FloatVector.zero(LANES);
    FloatVector c01 = c00;
    FloatVector c02 = c00;
    FloatVector c10 = c00;
    FloatVector c11 = c00;
    FloatVector c12 = c00;
    FloatVector c20 = c00;
    FloatVector c21 = c00;
    FloatVector c22 = c00;
    FloatVector c30 = c00;
    FloatVector c31 = c00;
    FloatVector c32 = c00;
    MemorySegment a = factors.a();
    MemorySegment b = panels.b();
    long aDepth = factors.aDepth();
    long bDepth = panels.depth();
    for (int p = 0; p < terms; p++) {
      long bRow = bAt + p * bDepth;
      long aStep = p * aDepth;
      FloatVector b0 = Tile.load(b, bRow);
      FloatVector b1 = Tile.load(b, bRow + LANE_BYTES);
      FloatVector b2 = Tile.load(b, bRow + 2 * LANE_BYTES);
      FloatVector x = Tile.spread(a, aAt + aStep);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      c02 = x.fma(b2, c02);
      x = Tile.spread(a, r1 + aStep);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      c12 = x.fma(b2, c12);
      x = Tile.spread(a, r2 + aStep);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      c22 = x.fma(b2, c22);
      x = Tile.spread(a, r3 + aStep);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
      c32 = x.fma(b2, c32);
    }
    boolean direct = rows == ROWS && !sums.add();
    MemorySegment out = direct ? sums.c() : sums.sums();
    long row = direct ? sums.cRow() : 3 * LANE_BYTES;
    long at = direct ? cAt : 0;
    c00.intoMemorySegment(out, at, ORDER);
    c01.intoMemorySegment(out, at + LANE_BYTES, ORDER);
    c02.intoMemorySegment(out, at + 2 * LANE_BYTES, ORDER);
    at += row;
    c10.intoMemorySegment(out, at, ORDER);
    c11.intoMemorySegment(out, at + LANE_BYTES, ORDER);
    c12.intoMemorySegment(out, at + 2 * LANE_BYTES, ORDER);
    at += row;
    c20.intoMemorySegment(out, at, ORDER);
    c21.intoMemorySegment(out, at + LANE_BYTES, ORDER);
    c22.intoMemorySegment(out, at + 2 * LANE_BYTES, ORDER);
    at += row;
    c30.intoMemorySegment(out, at, ORDER);
    c31.intoMemorySegment(out, at + LANE_BYTES, ORDER);
    c32.intoMemorySegment(out, at + 2 * LANE_BYTES, ORDER);
    if (!direct) {
      sums.flush(cAt, rows, 3);
    }
  }

  private void two(long aAt, long bAt, long cAt, int rows) {
    long r1 = Tile.rowAt(factors, aAt, 1, rows);
    long r2 = Tile.rowAt(factors, aAt, 2, rows);
    long r3 = Tile.rowAt(factors, aAt, 3, rows);
    FloatVector c00 = FloatVector.zero(LANES);
    FloatVector c01 = c00;
    FloatVector c10 = c00;
    FloatVector c11 = c00;
    FloatVector c20 = c00;
    FloatVector c21 = c00;
    FloatVector c30 = c00;
    FloatVector c31 = c00;
    MemorySegment a = factors.a();
    MemorySegment b = panels.b();
    long aDepth = factors.aDepth();
    long bDepth = panels.depth();
    for (int p = 0; p < terms; p++) {
      long bRow = bAt + p * bDepth;
      long aStep = p * aDepth;
      FloatVector b0 = Tile.load(b, bRow);
      FloatVector b1 = Tile.load(b, bRow + LANE_BYTES);
      FloatVector x = Tile.spread(a, aAt + aStep);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      x = Tile.spread(a, r1 + aStep);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      x = Tile.spread(a, r2 + aStep);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      x = Tile.spread(a, r3 + aStep);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
    }
    boolean direct = rows == ROWS && !sums.add();
    MemorySegment out = direct ? sums.c() : sums.sums();
    long row = direct ? sums.cRow() : 2 * LANE_BYTES;
    long at = direct ? cAt : 0;
    c00.intoMemorySegment(out, at, ORDER);
    c01.intoMemorySegment(out, at + LANE_BYTES, ORDER);
    at += row;
    c10.intoMemorySegment(out, at, ORDER);
    c11.intoMemorySegment(out, at + LANE_BYTES, ORDER);
    at += row;
    c20.intoMemorySegment(out, at, ORDER);
    c21.intoMemorySegment(out, at + LANE_BYTES, ORDER);
    at += row;
    c30.intoMemorySegment(out, at, ORDER);
    c31.intoMemorySegment(out, at + LANE_BYTES, ORDER);
    if (!direct) {
      sums.flush(cAt, rows, 2);
    }
  }

  private void one(long aAt, long bAt, long cAt, int rows, VectorMask<Float> mask) {
    long r1 = Tile.rowAt(factors, aAt, 1, rows);
    long r2 = Tile.rowAt(factors, aAt, 2, rows);
    long r3 = Tile.rowAt(factors, aAt, 3, rows);
    FloatVector c0 = FloatVector.zero(LANES);
    FloatVector c1 = c0;
    FloatVector c2 = c0;
    FloatVector c3 = c0;
    MemorySegment a = factors.a();
    MemorySegment b = panels.b();
    long aDepth = factors.aDepth();
    long bDepth = panels.depth();
    for (int p = 0; p < terms; p++) {
      long aStep = p * aDepth;
      FloatVector b0 = Tile.load(b, bAt + p * bDepth);
      c0 = Tile.spread(a, aAt + aStep).fma(b0, c0);
      c1 = Tile.spread(a, r1 + aStep).fma(b0, c1);
      c2 = Tile.spread(a, r2 + aStep).fma(b0, c2);
      c3 = Tile.spread(a, r3 + aStep).fma(b0, c3);
    }
    sums.store(cAt, 0, rows, c0, mask);
    sums.store(cAt, 1, rows, c1, mask);
    sums.store(cAt, 2, rows, c2, mask);
    sums.store(cAt, 3, rows, c3, mask);
  }
}
