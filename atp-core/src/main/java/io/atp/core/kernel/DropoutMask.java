package io.atp.core.kernel;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;

/// Which entries dropout keeps: a hash of (seed, index) decides, so the way back draws the same
/// mask again instead of storing it.
///
/// The hash works on 32-bit words, which lanes multiply cheaply; the seed and the upper half of the
/// index enter through two keys, one before and one between the two multiplications.
///
/// @param seed of this layer and step
/// @param firstIndex number of the region's first entry among all that share the seed
/// @param keep share of entries that stay; known to 24 bits
public record DropoutMask(long seed, long firstIndex, float keep) {
  static final int FIRST_FACTOR = 0x7FEB352D;
  static final int SECOND_FACTOR = 0x846CA68B;
  private static final int BITS = 24;
  static final int DROPPED_BITS = Integer.SIZE - BITS;

  public DropoutMask {
    Require.that(keep > 0 && keep <= 1, "keep must lie in (0, 1], got %s", keep);
    Require.atLeast("firstIndex", firstIndex, 0);
  }

  /// What kept entries are multiplied with.
  float scale() {
    return 1 / keep;
  }

  /// An entry stays where the upper 24 bits of its hash lie below this.
  int threshold() {
    return Math.round(keep * (1 << BITS));
  }

  /// How many of `length` entries from the i-th on share the upper half of their index.
  int run(int i, int length) {
    long untilNext = (1L << 32) - (firstIndex + i & 0xFFFF_FFFFL);
    return (int) Math.min(untilNext, length - i);
  }

  int low(int i) {
    return (int) (firstIndex + i);
  }

  /// Both 32-bit keys of the run that entry i belongs to.
  long keys(int i) {
    return StatelessHash.of(seed, firstIndex + i >>> 32);
  }

  /// Whether the i-th entry of the region stays.
  boolean keeps(int i) {
    long keys = keys(i);
    return hash(low(i), (int) (keys >>> 32), (int) keys) < threshold();
  }

  private static int hash(int low, int firstKey, int secondKey) {
    int h = low ^ firstKey;
    h = (h ^ h >>> 16) * FIRST_FACTOR;
    h = ((h ^ h >>> 15) + secondKey) * SECOND_FACTOR;
    return (h ^ h >>> 16) >>> DROPPED_BITS;
  }
}
