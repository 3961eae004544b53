package io.atp.core.encode;

/// The k-th smallest of many numbers in four passes, without sorting them.
///
/// The bits of non-negative doubles, read as integers, are in the order of the numbers: sixteen of
/// them at a time are settled by a histogram.
final class Selection {
  private static final int DIGIT = 16;

  private Selection() {}

  /// `k` counts from 0; no value is negative or NaN.
  static double kthSmallest(double[] values, int k) {
    long prefix = 0;
    long left = k;
    for (int shift = Double.SIZE - DIGIT; shift >= 0; shift -= DIGIT) {
      int[] histogram = new int[1 << DIGIT];
      for (double value : values) {
        long bits = Double.doubleToRawLongBits(value + 0.0); // + 0.0 makes −0 a plain 0
        if (shift + DIGIT == Double.SIZE || bits >>> shift + DIGIT == prefix) {
          histogram[(int) (bits >>> shift) & (1 << DIGIT) - 1]++;
        }
      }
      int digit = 0;
      while (left >= histogram[digit]) {
        left -= histogram[digit++];
      }
      prefix = prefix << DIGIT | digit;
    }
    return Double.longBitsToDouble(prefix);
  }
}
