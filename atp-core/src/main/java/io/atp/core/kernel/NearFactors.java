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

  /// Terms that are turned together: a cache line of them.
  private static final int TURNED = 16;

  private final float[] line = new float[TURNED * Math.max(TileKernels.DEPTH, Cut.WIDTH)];

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
      for (int i = 0; i < rows; i++) {
        for (int p = 0; p < some; p++) {
          out[i * A_ROW + from + p] = line[p * rows + i];
        }
      }
    }
    return A_ROW;
  }

  /// `b(depth … depth + terms, column … column + columns)` in panels; the last may hold anything
  /// beyond its columns.
  void copyB(
      Factors factors, int depth, int terms, int column, int columns, int width, float[] out) {
    if (factors.bColumn() == Float.BYTES) {
      for (int p = 0; p < terms; p++) {
        copy(factors.b(), factors.bAt(depth + p, column), line, 0, columns);
        for (int from = 0; from < columns; from += width) {
          int to = from * terms + p * width;
          System.arraycopy(line, from, out, to, Math.min(width, columns - from));
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

  static void copy(MemorySegment from, long at, float[] to, int toAt, int count) {
    MemorySegment.copy(from, FLOAT, at, to, toAt, count);
  }
}
