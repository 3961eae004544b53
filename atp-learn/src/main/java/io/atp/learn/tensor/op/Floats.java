package io.atp.learn.tensor.op;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Floats at a byte position.
final class Floats {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private Floats() {}

  static float get(MemorySegment segment, long at) {
    return segment.get(FLOAT, at);
  }

  static void set(MemorySegment segment, long at, float value) {
    segment.set(FLOAT, at, value);
  }

  /// Sets, or adds. In a loop the choice is the same for every entry, and the JVM makes it once.
  static void put(MemorySegment segment, long at, float value, boolean add) {
    segment.set(FLOAT, at, add ? segment.get(FLOAT, at) + value : value);
  }

  /// The same for a row.
  static void put(MemorySegment segment, long at, float[] values, boolean add) {
    if (!add) {
      MemorySegment.copy(values, 0, segment, FLOAT, at, values.length);
      return;
    }
    for (int i = 0; i < values.length; i++) {
      long place = at + (long) i * Float.BYTES;
      segment.set(FLOAT, place, segment.get(FLOAT, place) + values[i]);
    }
  }
}
