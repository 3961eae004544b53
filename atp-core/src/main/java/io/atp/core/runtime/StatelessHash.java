package io.atp.core.runtime;

/// Randomness without a generator: every draw is a hash of what it is for.
///
/// A decision depends on (seed, purpose, ids) alone, never on who draws first, so one thread, many
/// threads and a cluster decide alike. The mixer is the finaliser of SplitMix64, applied once per
/// word.
public final class StatelessHash {
  /// The factor of a word that joins a hash, [#then].
  public static final long WORD_FACTOR = 0x9E3779B97F4A7C15L;

  /// The first factor of [#mix].
  public static final long FIRST_FACTOR = 0xBF58476D1CE4E5B9L;

  /// The second.
  public static final long SECOND_FACTOR = 0x94D049BB133111EBL;

  /// Bits of a hash that no double in [0, 1) holds, [#unit].
  public static final int SPARE_BITS = 11;

  private StatelessHash() {}

  /// A bijection of 64-bit words in which every input bit reaches every output bit.
  public static long mix(long word) {
    long z = word;
    z = (z ^ (z >>> 30)) * FIRST_FACTOR;
    z = (z ^ (z >>> 27)) * SECOND_FACTOR;
    return z ^ (z >>> 31);
  }

  public static long of(long seed, long a) {
    return then(start(seed), a);
  }

  /// What all hashes of a seed share: `of(seed, a)` is `then(start(seed), a)`.
  public static long start(long seed) {
    return mix(seed + WORD_FACTOR);
  }

  public static long of(long seed, long a, long b) {
    return then(of(seed, a), b);
  }

  /// One more word for a hash that many share: `of(seed, a, b)` is `then(of(seed, a), b)`.
  public static long then(long hash, long word) {
    return mix(hash + word * WORD_FACTOR);
  }

  public static long of(long seed, long a, long b, long c) {
    return then(of(seed, a, b), c);
  }

  /// The top 53 bits of a hash as a number in [0, 1).
  public static double unit(long hash) {
    return (hash >>> SPARE_BITS) * 0x1p-53;
  }

  /// A hash as an integer in [0, bound), by the high half of a 128-bit product.
  public static int below(long hash, int bound) {
    return (int) Math.unsignedMultiplyHigh(hash, bound);
  }
}
