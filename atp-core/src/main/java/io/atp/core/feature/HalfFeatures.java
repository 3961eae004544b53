package io.atp.core.feature;

import io.atp.core.kernel.HalfFormat;
import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.ContentHash;
import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Row-major two-byte floats: half the memory of [DenseFeatures], widened to float32 as rows are
/// read.
public record HalfFeatures(int rows, int width, HalfFormat format, MemorySegment data)
    implements RowMajorFeatures {
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

  @Override
  public int entryBytes() {
    return Short.BYTES;
  }

  @Override
  public float get(int row, int column) {
    return format.widen(data.get(SHORT, at(row, column)));
  }

  @Override
  public void copyRow(int row, int fromColumn, int columns, MemorySegment into, long at) {
    Kernels.active().widen(format, into, at, data, at(row, fromColumn), columns);
  }

  @Override
  public void addTo(ContentHash hash) {
    hash.add(format.toString()).add(new int[] {rows, width}).add(data);
  }
}
