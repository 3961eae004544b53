package io.atp.io.generate;

import io.atp.core.runtime.StatelessHash;

/// A permutation of 0 … n−1 that is computed, not stored: four Feistel rounds on the smallest even
/// number of bits that holds n, walked until the value falls below n again (under four times on
/// average).
///
/// It deals ranks and classes to nodes exactly evenly, yet without any locality in the node ids.
final class Shuffle {
  private static final int ROUNDS = 4;

  private final int count;
  private final int halfBits;
  private final long[] keys = new long[ROUNDS];

  Shuffle(int count, long seed, long purpose) {
    this.count = count;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(count - 1, 1));
    this.halfBits = (bits + 1) / 2;
    for (int round = 0; round < ROUNDS; round++) {
      keys[round] = StatelessHash.of(seed, purpose, round);
    }
  }

  int of(int index) {
    long mask = (1L << halfBits) - 1;
    long value = index;
    do {
      long left = value >>> halfBits;
      long right = value & mask;
      for (long key : keys) {
        long next = left ^ (StatelessHash.mix(key + right) & mask);
        left = right;
        right = next;
      }
      value = left << halfBits | right;
    } while (value >= count);
    return (int) value;
  }
}
