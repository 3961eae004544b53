package io.atp.io.npy;

import java.io.IOException;
import java.util.Arrays;

/// What stands before the data of a `.npy` file.
///
/// @param shape sizes per axis; empty for a single value
/// @param dataStart position of the first element, in bytes from the start of the file
public record NpyHeader(NpyType type, boolean fortranOrder, long[] shape, int dataStart) {
  /// Product of the sizes. The parser made sure that it fits, in bytes, into a `long`.
  public long size() {
    long size = 1;
    for (long axis : shape) {
      size *= axis;
    }
    return size;
  }

  public long dataBytes() {
    return size() * type.itemBytes();
  }

  public int rank() {
    return shape.length;
  }

  /// `(2708, 1433)`
  public String shapeText() {
    return Arrays.toString(shape).replace('[', '(').replace(']', ')');
  }

  /// Holds the header against the real length of what it heads.
  void requireLength(long bytes, String source) throws IOException {
    long claimed = dataStart + dataBytes();
    if (claimed != bytes) {
      throw new IOException(
          "%s %s: its header tells of shape %s of %s, %,d bytes in all, but %,d are there"
              .formatted(
                  source,
                  bytes < claimed ? "is cut short" : "holds too much",
                  shapeText(),
                  type,
                  claimed,
                  bytes));
    }
  }
}
