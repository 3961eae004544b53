package io.atp.bench.jmh;

import io.atp.core.runtime.StatelessHash;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Rows of numbers in [0, 1) to work on.
final class Rows {
  private Rows() {}

  static MemorySegment random(int length, long seed, Arena arena) {
    MemorySegment row = arena.allocate((long) length * Float.BYTES, 64);
    for (int i = 0; i < length; i++) {
      float value = (float) StatelessHash.unit(StatelessHash.of(seed, i));
      row.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
    }
    return row;
  }
}
