package io.atp.core.feature;

import io.atp.core.runtime.Require;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// X that is not stored anywhere: each entry follows from its row and column, and is made when it
/// is read.
public record ComputedColumns(int rows, int width, Entry entry) implements ColumnSource {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// `x_ic`; the same value however often it is asked for, and by any thread.
  @FunctionalInterface
  public interface Entry {
    float at(int row, int column);
  }

  public ComputedColumns {
    Require.atLeast("rows", rows, 0);
    Require.atLeast("width", width, 0);
  }

  @Override
  public void copyRow(int row, int fromColumn, int columns, MemorySegment into, long at) {
    for (int c = 0; c < columns; c++) {
      into.set(FLOAT, at + (long) c * Float.BYTES, entry.at(row, fromColumn + c));
    }
  }

  @Override
  public long residentBytes() {
    return 0;
  }
}
