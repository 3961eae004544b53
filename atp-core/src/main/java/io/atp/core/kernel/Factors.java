package io.atp.core.kernel;

import java.lang.foreign.MemorySegment;

/// The two factors of a product, by the distance in bytes between neighbouring entries. With these
/// every orientation is the same loop: `c(i, j) = Σ_p a(i, p) · b(p, j)`.
///
/// @param aRow from `a(i, p)` to `a(i + 1, p)`
/// @param aDepth from `a(i, p)` to `a(i, p + 1)`
/// @param bDepth from `b(p, j)` to `b(p + 1, j)`
/// @param bColumn from `b(p, j)` to `b(p, j + 1)`
record Factors(
    MemorySegment a,
    long aAt,
    long aRow,
    long aDepth,
    MemorySegment b,
    long bAt,
    long bDepth,
    long bColumn) {
  static Factors of(
      Orientation orientation,
      int m,
      int n,
      int k,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt) {
    long one = Float.BYTES;
    return switch (orientation) {
      case PLAIN -> new Factors(a, aAt, one * k, one, b, bAt, one * n, one);
      case LEFT_TRANSPOSED -> new Factors(a, aAt, one, one * m, b, bAt, one * n, one);
      case RIGHT_TRANSPOSED -> new Factors(a, aAt, one * k, one, b, bAt, one, one * k);
    };
  }

  /// Position of `a(row, depth)`.
  long aAt(int row, int depth) {
    return aAt + row * aRow + depth * aDepth;
  }

  /// Position of `b(depth, column)`.
  long bAt(int depth, int column) {
    return bAt + depth * bDepth + column * bColumn;
  }
}
