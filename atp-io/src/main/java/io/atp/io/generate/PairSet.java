package io.atp.io.generate;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;

/// A set of node pairs, by open addressing at most half full.
final class PairSet {
  private static final long EMPTY = -1;

  private final long[] slots;
  private long size;

  PairSet(long capacity) {
    Require.that(
        capacity <= 1 << 29, "%d missing edges are more than can be drawn one by one", capacity);
    slots = new long[Math.max(2, Integer.highestOneBit((int) capacity) << 2)];
    Arrays.fill(slots, EMPTY);
  }

  long size() {
    return size;
  }

  /// Whether the pair was new.
  boolean add(long pair) {
    int mask = slots.length - 1;
    int at = (int) StatelessHash.mix(pair) & mask;
    while (slots[at] != EMPTY) {
      if (slots[at] == pair) {
        return false;
      }
      at = at + 1 & mask;
    }
    slots[at] = pair;
    size++;
    return true;
  }
}
