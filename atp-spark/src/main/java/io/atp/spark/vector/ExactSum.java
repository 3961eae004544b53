package io.atp.spark.vector;

import java.io.Serializable;
import java.math.BigInteger;

/// A sum of doubles without rounding, rounded once at the end: the same bits whichever way the
/// numbers were dealt to partitions and in whatever order they were added.
///
/// The sum is a number of 2¹⁰⁷⁴ths, held in 32-bit digits that may overflow into the upper half of
/// a `long` each; carries are settled every 2³⁰ additions. A double touches three digits at most.
public final class ExactSum implements Serializable {
  private static final int DIGIT_BITS = 32;
  private static final int DIGITS = (2046 + 52 + 64) / DIGIT_BITS + 2;
  private static final long DIGIT_MASK = 0xFFFFFFFFL;
  private static final int ADDITIONS_PER_CARRY = 1 << 29;

  private final long[] digits = new long[DIGITS];
  private int additions;
  private double notFinite;

  public ExactSum add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> 52) & 0x7FF;
    if (exponent == 0x7FF) {
      notFinite += value;
      return this;
    }
    long mantissa = bits & 0xFFFFFFFFFFFFFL;
    if (exponent == 0) {
      exponent = 1;
    } else {
      mantissa |= 1L << 52;
    }
    int shift = exponent - 1;
    int digit = shift / DIGIT_BITS;
    int within = shift % DIGIT_BITS;
    long low = (mantissa & DIGIT_MASK) << within; // up to 63 bits
    long high = (mantissa >>> DIGIT_BITS) << within; // up to 52 bits
    if (bits < 0) {
      digits[digit] -= low & DIGIT_MASK;
      digits[digit + 1] -= (low >>> DIGIT_BITS) + (high & DIGIT_MASK);
      digits[digit + 2] -= high >>> DIGIT_BITS;
    } else {
      digits[digit] += low & DIGIT_MASK;
      digits[digit + 1] += (low >>> DIGIT_BITS) + (high & DIGIT_MASK);
      digits[digit + 2] += high >>> DIGIT_BITS;
    }
    if (++additions == ADDITIONS_PER_CARRY) {
      carry();
    }
    return this;
  }

  public ExactSum add(ExactSum other) {
    other.carry();
    carry();
    for (int i = 0; i < DIGITS; i++) {
      digits[i] += other.digits[i];
    }
    notFinite += other.notFinite;
    carry();
    return this;
  }

  /// Digits back to 32 bits, all but the last, which has the sign.
  private void carry() {
    for (int i = 0; i < DIGITS - 1; i++) {
      digits[i + 1] += digits[i] >> DIGIT_BITS;
      digits[i] &= DIGIT_MASK;
    }
    additions = 0;
  }

  /// The double nearest to the sum.
  public double value() {
    if (notFinite != 0 || Double.isNaN(notFinite)) {
      return notFinite;
    }
    carry();
    int top = DIGITS - 1;
    while (top > 0 && digits[top] == 0) {
      top--;
    }
    BigInteger whole = BigInteger.ZERO;
    for (int i = digits[DIGITS - 1] < 0 ? DIGITS - 1 : top; i >= 0; i--) {
      whole = whole.shiftLeft(DIGIT_BITS).add(BigInteger.valueOf(digits[i]));
    }
    return scaled(whole);
  }

  /// `whole · 2⁻¹⁰⁷⁴`, rounded to nearest with ties to even.
  private static double scaled(BigInteger whole) {
    if (whole.signum() == 0) {
      return 0;
    }
    BigInteger size = whole.abs();
    int excess = size.bitLength() - 53;
    if (excess <= 0) {
      // At most 53 bits: exact, and a subnormal one is a multiple of the smallest already.
      return whole.signum() * Math.scalb(size.doubleValue(), -1074);
    }
    // More than 53 bits, so the result is a normal number or overflows.
    return whole.signum() * Math.scalb(rounded(size, excess), excess - 1074);
  }

  /// The top 53 bits, rounded.
  private static double rounded(BigInteger size, int excess) {
    long top = size.shiftRight(excess).longValueExact();
    boolean half = size.testBit(excess - 1);
    boolean more = size.getLowestSetBit() < excess - 1;
    return top + (half && (more || (top & 1) == 1) ? 1 : 0);
  }
}
