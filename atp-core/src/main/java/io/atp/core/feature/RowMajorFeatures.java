package io.atp.core.feature;

import java.lang.foreign.MemorySegment;

/// Numbers of one size in one block of memory, row after row: entry (i, c) at byte `entryBytes · (i
/// · width + c)`. Borrowed, in memory or mapped.
public sealed interface RowMajorFeatures extends Features permits DenseFeatures, HalfFeatures {
  MemorySegment data();

  int entryBytes();

  float get(int row, int column);

  /// Byte position of an entry.
  default long at(int row, int column) {
    return ((long) row * width() + column) * entryBytes();
  }

  @Override
  default double dot(int u, int v) {
    double sum = 0;
    for (int column = 0; column < width(); column++) {
      sum += (double) get(u, column) * get(v, column);
    }
    return sum;
  }

  @Override
  default long sizeBytes() {
    return data().byteSize();
  }

  @Override
  default long residentBytes() {
    return data().isMapped() ? 0 : data().byteSize();
  }

  @Override
  default void fetch(int fromRow, int toRow, int fromColumn, int columns) {
    MappedRows.fetch(data(), (long) width() * entryBytes(), fromRow, toRow);
  }

  @Override
  default void release(int fromRow, int toRow, int fromColumn, int columns) {
    MappedRows.release(data(), (long) width() * entryBytes(), fromRow, toRow);
  }

  @Override
  default long fetchedBytes(int columns) {
    return data().isMapped() ? data().byteSize() : 0;
  }
}
