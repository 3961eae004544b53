package io.atp.core.kernel;

import jdk.incubator.vector.FloatVector;

/// Three rows by three vectors for 16 registers: 9 sums, 3 vectors of B, 3 entries of A. Four by
/// two would fit as well, but loads 6 times for 8 products where this loads 6 times for 9.
record NarrowTile() implements Tile {
  private static final int WIDTH = 3 * LANE_COUNT;

  @Override
  public int rows() {
    return 3;
  }

  @Override
  public int width() {
    return WIDTH;
  }

  @Override
  public void multiply(
      float[] a,
      int aAt,
      int aRow,
      float[] b,
      int bAt,
      int terms,
      int used,
      float[] out,
      int at,
      int row) {
    int a1 = aAt + aRow;
    int a2 = aAt + 2 * aRow;
    FloatVector c00 = FloatVector.zero(LANES);
    FloatVector c01 = c00;
    FloatVector c02 = c00;
    FloatVector c10 = c00;
    FloatVector c11 = c00;
    FloatVector c12 = c00;
    FloatVector c20 = c00;
    FloatVector c21 = c00;
    FloatVector c22 = c00;
    for (int p = 0; p < terms; p++) {
      int bRow = bAt + p * WIDTH;
      FloatVector b0 = Tile.load(b, bRow);
      FloatVector b1 = Tile.load(b, bRow + LANE_COUNT);
      FloatVector b2 = Tile.load(b, bRow + 2 * LANE_COUNT);
      FloatVector x = Tile.spread(a[aAt + p]);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      c02 = x.fma(b2, c02);
      x = Tile.spread(a[a1 + p]);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      c12 = x.fma(b2, c12);
      x = Tile.spread(a[a2 + p]);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      c22 = x.fma(b2, c22);
    }
    int to = at;
    c00.intoArray(out, to);
    c01.intoArray(out, to + LANE_COUNT);
    c02.intoArray(out, to + 2 * LANE_COUNT);
    to += row;
    c10.intoArray(out, to);
    c11.intoArray(out, to + LANE_COUNT);
    c12.intoArray(out, to + 2 * LANE_COUNT);
    to += row;
    c20.intoArray(out, to);
    c21.intoArray(out, to + LANE_COUNT);
    c22.intoArray(out, to + 2 * LANE_COUNT);
  }
}
