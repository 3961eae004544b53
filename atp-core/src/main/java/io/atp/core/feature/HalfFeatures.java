package io.atp.core.feature;

import io.atp.core.kernel.HalfFormat;
import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Row-major two-byte floats: half the memory of [DenseFeatures], widened to float32 as rows are
/// read.
public record HalfFeatures(int rows, int width, HalfFormat format, MemorySegment data)
    implements Features {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

  public HalfFeatures {
    Require.atLeast("rows", rows, 0);
    Require.atLeast("width", width, 0);
    Require.that(
        data.byteSize() == (long) rows * width * Short.BYTES,
        "features of %d rows and %d columns need %d bytes in two-byte floats, got %d",
        rows,
        width,
        (long) rows * width * Short.BYTES,
        data.byteSize());
  }

  public float get(int row, int column) {
    return format.widen(data.get(SHORT, at(row, column)));
  }

  private long at(int row, int column) {
    return ((long) row * width + column) * Short.BYTES;
  }

  @Override
  public void copyRow(int row, int fromColumn, int columns, MemorySegment into, long at) {
    Kernels.active().widen(format, into, at, data, at(row, fromColumn), columns);
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
    MappedRows.fetch(data, (long) width * Short.BYTES, fromRow, toRow);
  }

  @Override
  public void release(int fromRow, int toRow, int fromColumn, int columns) {
    MappedRows.release(data, (long) width * Short.BYTES, fromRow, toRow);
  }

  @Override
  public long fetchedBytes(int columns) {
    return data.isMapped() ? data.byteSize() : 0;
  }
}
