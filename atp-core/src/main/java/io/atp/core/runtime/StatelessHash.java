package io.atp.core.runtime;

/// Randomness without a generator: every draw is a hash of what it is for.
///
/// A decision depends on (seed, purpose, ids) alone, never on who draws first, so one thread, many
/// threads and a cluster decide alike. The mixer is the finaliser of SplitMix64, applied once per
/// word.
public final class StatelessHash {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private StatelessHash() {}

  /// A bijection of 64-bit words in which every input bit reaches every output bit.
  public static long mix(long word) {
    long z = word;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  public static long of(long seed, long a) {
    return then(start(seed), a);
  }

  /// What all hashes of a seed share: `of(seed, a)` is `then(start(seed), a)`.
  public static long start(long seed) {
    return mix(seed + GOLDEN);
  }

  public static long of(long seed, long a, long b) {
    return then(of(seed, a), b);
  }

  /// One more word for a hash that many share: `of(seed, a, b)` is `then(of(seed, a), b)`.
  public static long then(long hash, long word) {
    return mix(hash + word * GOLDEN);
  }

  public static long of(long seed, long a, long b, long c) {
    return then(of(seed, a, b), c);
  }

  /// The top 53 bits of a hash as a number in [0, 1).
  public static double unit(long hash) {
    return (hash >>> 11) * 0x1p-53;
  }

  /// A hash as an integer in [0, bound), by the high half of a 128-bit product.
  public static int below(long hash, int bound) {
    return (int) Math.unsignedMultiplyHigh(hash, bound);
  }
}
