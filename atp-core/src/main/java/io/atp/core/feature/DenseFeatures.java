package io.atp.core.feature;

import io.atp.core.runtime.ContentHash;
import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Row-major float32, little-endian.
public record DenseFeatures(int rows, int width, MemorySegment data) implements RowMajorFeatures {
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

  @Override
  public int entryBytes() {
    return Float.BYTES;
  }

  @Override
  public float get(int row, int column) {
    return data.get(FLOAT, at(row, column));
  }

  @Override
  public void copyRow(int row, int fromColumn, int columns, MemorySegment into, long at) {
    MemorySegment.copy(data, at(row, fromColumn), into, at, (long) columns * Float.BYTES);
  }

  @Override
  public void addTo(ContentHash hash) {
    hash.add("dense").add(new int[] {rows, width}).add(data);
  }
}
