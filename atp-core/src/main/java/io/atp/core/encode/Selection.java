package io.atp.core.encode;

/// The k-th smallest of many numbers in four passes, without sorting them.
///
/// The bits of non-negative doubles, read as integers, are in the order of the numbers: sixteen of
/// them at a time are settled by a histogram. Who counts, and in how many parts, is the caller's
/// business.
public final class Selection {
  private static final int DIGIT = 16;

  private Selection() {}

  /// Counts numbers by their next sixteen bits.
  @FunctionalInterface
  public interface Histogram {
    /// The 2¹⁶ counts of [#count] over all numbers.
    long[] of(long prefix, int shift);
  }

  /// `k` counts from 0; no number is negative or NaN.
  public static double kthSmallest(long k, Histogram histogram) {
    long prefix = 0;
    long left = k;
    for (int shift = Double.SIZE - DIGIT; shift >= 0; shift -= DIGIT) {
      long[] counts = histogram.of(prefix, shift);
      int digit = 0;
      while (left >= counts[digit]) {
        left -= counts[digit++];
      }
      prefix = prefix << DIGIT | digit;
    }
    return Double.longBitsToDouble(prefix);
  }

  /// The counts of those numbers whose bits above the next sixteen are the prefix.
  public static long[] count(double[] values, long prefix, int shift) {
    long[] counts = new long[1 << DIGIT];
    for (double value : values) {
      long bits = Double.doubleToRawLongBits(value + 0.0); // + 0.0 makes −0 a plain 0
      if (shift + DIGIT == Double.SIZE || bits >>> shift + DIGIT == prefix) {
        counts[(int) (bits >>> shift) & (1 << DIGIT) - 1]++;
      }
    }
    return counts;
  }

  static double kthSmallest(double[] values, long k) {
    return kthSmallest(k, (prefix, shift) -> count(values, prefix, shift));
  }
}
