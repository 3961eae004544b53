package io.atp.io.generate;

import io.atp.core.runtime.StatelessHash;

/// A permutation of 0 … n−1 that is computed, not stored, and so is its inverse.
///
/// A number is written as L · b + R with a · b just above n; four Feistel rounds add a hash of one
/// half to the other, modulo a and b, and the few results from n on go round once more. It deals
/// ranks and classes to nodes exactly evenly, yet without any locality in the node ids.
final class Shuffle {
  private static final int ROUNDS = 4;
  private static final long FIRST = 0xBF58476D1CE4E5B9L;
  private static final long SECOND = 0x94D049BB133111EBL;

  private final int count;
  private final int a;
  private final int b;
  private final long[] keys = new long[ROUNDS];

  Shuffle(int count, long seed, long purpose) {
    this.count = count;
    this.a = (int) Math.ceil(Math.sqrt(count));
    this.b = Math.ceilDiv(count, a);
    for (int round = 0; round < ROUNDS; round++) {
      keys[round] = StatelessHash.of(seed, purpose, round);
    }
  }

  int of(int index) {
    int value = index;
    do {
      int left = Integer.divideUnsigned(value, b);
      int right = value - left * b;
      left = sum(left, hash(0, right, a), a);
      right = sum(right, hash(1, left, b), b);
      left = sum(left, hash(2, right, a), a);
      right = sum(right, hash(3, left, b), b);
      value = left * b + right;
    } while (Integer.compareUnsigned(value, count) >= 0); // a · b may pass 2³¹, never 2³²
    return value;
  }

  /// `inverse(of(i)) = i`.
  int inverse(int index) {
    int value = index;
    do {
      int left = Integer.divideUnsigned(value, b);
      int right = value - left * b;
      right = difference(right, hash(3, left, b), b);
      left = difference(left, hash(2, right, a), a);
      right = difference(right, hash(1, left, b), b);
      left = difference(left, hash(0, right, a), a);
      value = left * b + right;
    } while (Integer.compareUnsigned(value, count) >= 0); // a · b may pass 2³¹, never 2³²
    return value;
  }

  /// [#inverse(int)] of the first `size` of these, in place. A loop for each round: the compiler
  /// turns loops as short as that into vectors.
  void inverse(long[] values, int size) {
    long[] left = new long[size];
    double perLeft = 1.0 / b;
    long right = b;
    for (int i = 0; i < size; i++) {
      // Half a step off the edges, so that rounding cannot cross one: values lie below 2³².
      left[i] = (long) ((values[i] + 0.5) * perLeft);
    }
    for (int i = 0; i < size; i++) {
      values[i] -= left[i] * right;
    }
    subtract(values, left, keys[3], b, size);
    subtract(left, values, keys[2], a, size);
    subtract(values, left, keys[1], b, size);
    subtract(left, values, keys[0], a, size);
    for (int i = 0; i < size; i++) {
      values[i] += left[i] * right;
    }
    for (int i = 0; i < size; i++) {
      if (values[i] >= count) {
        values[i] = inverse((int) values[i]);
      }
    }
  }

  /// `x = (x − hash(y)) mod bound`.
  private static void subtract(long[] x, long[] y, long key, long bound, int size) {
    for (int i = 0; i < size; i++) {
      long z = (key ^ y[i]) * FIRST;
      z = (z ^ z >>> 32) * SECOND;
      long difference = x[i] - ((z >>> 32) * bound >>> 32);
      x[i] = difference + (difference >> 63 & bound);
    }
  }

  /// In [0, bound). Shorter than [StatelessHash#mix], since four of them follow each other.
  private int hash(int round, int half, int bound) {
    long z = (keys[round] ^ half) * FIRST;
    z = (z ^ z >>> 32) * SECOND;
    return (int) ((z >>> 32) * bound >>> 32);
  }

  private static int sum(int x, int y, int bound) {
    int sum = x + y - bound; // both lie below 2¹⁶, the root of the largest count
    return sum + (sum >> 31 & bound); // without a branch, which would be a toss-up
  }

  private static int difference(int x, int y, int bound) {
    int difference = x - y;
    return difference + (difference >> 31 & bound);
  }
}
