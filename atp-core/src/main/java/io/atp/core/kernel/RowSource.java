package io.atp.core.kernel;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Rows to gather from: all columns of a row-major float matrix, or some that lie side by side.
///
/// @param data off-heap memory of at least `rows · stride` floats
/// @param stride floats from the start of one row to the start of the next
/// @param firstColumn where in each row the columns begin
/// @param columns how many of them
public record RowSource(MemorySegment data, int rows, int stride, int firstColumn, int columns) {
  public RowSource {
    Require.that(
        rows >= 0 && (long) rows * stride * Float.BYTES <= data.byteSize(),
        "%d rows of %d floats do not fit into %d bytes",
        rows,
        stride,
        data.byteSize());
    Require.that(
        firstColumn >= 0 && columns >= 0 && (long) firstColumn + columns <= stride,
        "columns %d to %d do not lie within rows of %d",
        firstColumn,
        (long) firstColumn + columns,
        stride);
  }

  /// Byte position of the first column of a row.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row
  long at(int row) {
    return Objects.checkIndex(row, rows) * strideBytes() + firstColumnBytes();
  }

  long strideBytes() {
    return (long) stride * Float.BYTES;
  }

  long firstColumnBytes() {
    return (long) firstColumn * Float.BYTES;
  }
}
