package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Copies parts of A and B to where tiles read them fast, whichever way they are stored: rows of A
/// one after the other, and B in panels as wide as a tile, the rows of a panel one after the other.
///
/// A panel is in one piece and stays in the nearest cache while rows of A pass; in place it would
/// be a little of every row of B, and rows of a kilobyte share few places there.
final class NearFactors {
  /// Room for a row of A, and from one to the next where they are copied one by one; not a power of
  /// two, so that rows do not share places in a cache.
  static final int A_ROW = TileKernels.DEPTH + 16;

  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Terms that are copied together: of A, and of B.
  private static final int TURNED = 8;

  private static final int LINES = 16;

  private final float[] line = new float[LINES * Math.max(TileKernels.DEPTH, Cut.WIDTH)];

  /// `a(row … row + rows, depth … depth + terms)`, at most [Cut#WIDTH] rows; in one go where they
  /// lie side by side.
  ///
  /// @return from one row of the copy to the next
  int copyA(Factors factors, int row, int rows, int depth, int terms, float[] out) {
    if (factors.aDepth() == Float.BYTES && factors.aRow() == (long) terms * Float.BYTES) {
      copy(factors.a(), factors.aAt(row, depth), out, 0, rows * terms);
      return terms;
    }
    if (factors.aDepth() == Float.BYTES) {
      for (int i = 0; i < rows; i++) {
        copy(factors.a(), factors.aAt(row + i, depth), out, i * A_ROW, terms);
      }
      return A_ROW;
    }
    for (int from = 0; from < terms; from += TURNED) {
      int some = Math.min(TURNED, terms - from);
      for (int p = 0; p < some; p++) {
        copy(factors.a(), factors.aAt(row, depth + from + p), line, p * rows, rows);
      }
      turn(rows, some, out, from);
    }
    return A_ROW;
  }

  /// Columns of the line, as many as are turned together, to as many places of every row.
  private void turn(int rows, int some, float[] out, int from) {
    if (some < TURNED) {
      for (int i = 0; i < rows; i++) {
        for (int p = 0; p < some; p++) {
          out[i * A_ROW + from + p] = line[p * rows + i];
        }
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      int to = i * A_ROW + from;
      out[to] = line[i];
      out[to + 1] = line[rows + i];
      out[to + 2] = line[2 * rows + i];
      out[to + 3] = line[3 * rows + i];
      out[to + 4] = line[4 * rows + i];
      out[to + 5] = line[5 * rows + i];
      out[to + 6] = line[6 * rows + i];
      out[to + 7] = line[7 * rows + i];
    }
  }

  /// `b(depth … depth + terms, column … column + columns)` in panels; the last may hold anything
  /// beyond its columns.
  void copyB(
      Factors factors, int depth, int terms, int column, int columns, int width, float[] out) {
    if (factors.bColumn() == Float.BYTES) {
      for (int from = 0; from < terms; from += LINES) {
        int some = Math.min(LINES, terms - from);
        for (int p = 0; p < some; p++) {
          copy(factors.b(), factors.bAt(depth + from + p, column), line, p * Cut.WIDTH, columns);
        }
        for (int panel = 0; panel < columns; panel += width) {
          spread(panel, some, width, out, panel * terms + from * width);
        }
      }
      return;
    }
    for (int j = 0; j < columns; j++) {
      copy(factors.b(), factors.bAt(depth, column + j), line, 0, terms);
      int to = j / width * width * terms + j % width;
      for (int p = 0; p < terms; p++) {
        out[to + p * width] = line[p];
      }
    }
  }

  /// Columns of the lines, as many as a panel has, to rows of the panel, two vectors at a time.
  private void spread(int column, int some, int width, float[] out, int at) {
    for (int j = 0; j < width; j += 2 * Tile.LANE_COUNT) {
      for (int p = 0; p < some; p++) {
        int from = p * Cut.WIDTH + column + j;
        int to = at + p * width + j;
        Tile.load(line, from).intoArray(out, to);
        Tile.load(line, from + Tile.LANE_COUNT).intoArray(out, to + Tile.LANE_COUNT);
      }
    }
  }

  static void copy(MemorySegment from, long at, float[] to, int toAt, int count) {
    MemorySegment.copy(from, FLOAT, at, to, toAt, count);
  }
}
