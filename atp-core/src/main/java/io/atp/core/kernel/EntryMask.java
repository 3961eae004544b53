package io.atp.core.kernel;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;

/// Which entries (i, j) of a sparse matrix dropout keeps: those whose 24-bit hash lies below a
/// threshold. A matrix and its transpose agree without a mask being stored.
///
/// With m the mixing of [DropoutMask], `hash(i, j) = m(m(i ⊕ first) + second ⊕ j)`: on 32-bit
/// words, which lanes multiply cheaply, and with half the work left where a whole row is asked for.
///
/// @param first key, half of a hash of the seed
/// @param second key, the other half
/// @param threshold share of entries that stay, times 2²⁴
public record EntryMask(int first, int second, int threshold) {
  private static final int BITS = 24;
  static final int DROPPED_BITS = Integer.SIZE - BITS;

  /// @param share of entries left out, in [0, 1)
  public static EntryMask of(long seed, double share) {
    Require.that(share >= 0 && share < 1, "a dropout share lies in [0, 1), got %s", share);
    long keys = StatelessHash.of(seed, 0);
    return new EntryMask(
        (int) (keys >>> Integer.SIZE), (int) keys, (int) Math.round((1 - share) * (1 << BITS)));
  }

  public boolean keeps(int row, int column) {
    return keeps(rowKey(row) ^ column);
  }

  int rowKey(int row) {
    return mix(row ^ first) + second;
  }

  /// @param place row key ⊕ column
  boolean keeps(int place) {
    return mix(place) >>> DROPPED_BITS < threshold;
  }

  static int mix(int word) {
    int h = (word ^ word >>> 16) * DropoutMask.FIRST_FACTOR;
    h = (h ^ h >>> 15) * DropoutMask.SECOND_FACTOR;
    return h ^ h >>> 16;
  }
}
