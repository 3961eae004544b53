package io.atp.core.kernel;

import jdk.incubator.vector.FloatVector;

/// Six rows by two vectors for 16 registers: 12 sums, 2 vectors of B, and two for entries of A.
record NarrowTile() implements Tile {
  private static final int WIDTH = 2 * LANE_COUNT;

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
    int a3 = aAt + 3 * aRow;
    int a4 = aAt + 4 * aRow;
    int a5 = aAt + 5 * aRow;
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
    for (int p = 0; p < terms; p++) {
      int bRow = bAt + p * WIDTH;
      FloatVector b0 = Tile.load(b, bRow);
      FloatVector b1 = Tile.load(b, bRow + LANE_COUNT);
      FloatVector x = Tile.spread(a[aAt + p]);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      x = Tile.spread(a[a1 + p]);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      x = Tile.spread(a[a2 + p]);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      x = Tile.spread(a[a3 + p]);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
      x = Tile.spread(a[a4 + p]);
      c40 = x.fma(b0, c40);
      c41 = x.fma(b1, c41);
      x = Tile.spread(a[a5 + p]);
      c50 = x.fma(b0, c50);
      c51 = x.fma(b1, c51);
    }
    int to = at;
    c00.intoArray(out, to);
    c01.intoArray(out, to + LANE_COUNT);
    to += row;
    c10.intoArray(out, to);
    c11.intoArray(out, to + LANE_COUNT);
    to += row;
    c20.intoArray(out, to);
    c21.intoArray(out, to + LANE_COUNT);
    to += row;
    c30.intoArray(out, to);
    c31.intoArray(out, to + LANE_COUNT);
    to += row;
    c40.intoArray(out, to);
    c41.intoArray(out, to + LANE_COUNT);
    to += row;
    c50.intoArray(out, to);
    c51.intoArray(out, to + LANE_COUNT);
  }
}
