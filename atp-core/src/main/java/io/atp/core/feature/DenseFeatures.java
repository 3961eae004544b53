package io.atp.core.feature;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Row-major float32, little-endian: entry (i, c) at byte `4 · (i · width + c)`. Borrowed, in
/// memory or mapped.
public record DenseFeatures(int rows, int width, MemorySegment data) implements Features {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  public DenseFeatures {
    Require.atLeast("rows", rows, 0);
    Require.atLeast("width", width, 0);
    Require.that(
        data.byteSize() == (long) rows * width * Float.BYTES,
        "features of %d rows and %d columns need %d bytes, got %d",
        rows,
        width,
        (long) rows * width * Float.BYTES,
        data.byteSize());
  }

  public float get(int row, int column) {
    return data.get(FLOAT, at(row, column));
  }

  /// Byte position of an entry.
  public long at(int row, int column) {
    return ((long) row * width + column) * Float.BYTES;
  }

  @Override
  public void copyRow(int row, int fromColumn, int columns, MemorySegment into, long at) {
    MemorySegment.copy(data, at(row, fromColumn), into, at, (long) columns * Float.BYTES);
  }

  @Override
  public double dot(int u, int v) {
    double sum = 0;
    for (int column = 0; column < width; column++) {
      sum += (double) get(u, column) * get(v, column);
    }
    return sum;
  }

  @Override
  public long sizeBytes() {
    return data.byteSize();
  }

  @Override
  public long residentBytes() {
    return data.isMapped() ? 0 : data.byteSize();
  }

  @Override
  public void fetch(int fromRow, int toRow, int fromColumn, int columns) {
    MappedRows.fetch(data, (long) width * Float.BYTES, fromRow, toRow);
  }

  @Override
  public void release(int fromRow, int toRow, int fromColumn, int columns) {
    MappedRows.release(data, (long) width * Float.BYTES, fromRow, toRow);
  }

  @Override
  public long fetchedBytes(int columns) {
    return data.isMapped() ? data.byteSize() : 0;
  }
}
