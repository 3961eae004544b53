package io.atp.core.kernel;

/// `e^x` in float32, written so that lanes can follow it operation by operation.
///
/// `x = n · ln 2 + r` with whole n and `|r| ≤ ln 2 / 2`; then `e^x = 2ⁿ · (1 + r + r² q(r))`, where
/// q is a polynomial of degree 4, the best in the relative error of the whole (3e-9). `ln 2` comes
/// in two parts of which `n · HIGH` is exact. `2ⁿ` is applied as two powers, because results below
/// 2⁻¹²⁶ need an n that no float exponent holds.
final class Exponential {
  static final float LOG2_E = 1.442695f;
  static final float HIGH = 0.693359375f;
  static final float LOW = -2.1219444e-4f;
  static final float Q0 = 0x1.fffffcp-2f;
  static final float Q1 = 0x1.55549p-3f;
  static final float Q2 = 0x1.5558e2p-5f;
  static final float Q3 = 0x1.123b04p-7f;
  static final float Q4 = 0x1.6a3084p-10f;

  /// Added and taken away again, rounds to a whole number, which its low bits hold.
  static final float ROUNDER = 0x1.8p23f;

  /// Beyond these the result is infinite, or 0.
  static final float LARGEST = 89;

  static final float SMALLEST = -104;

  static final int BIAS = 127;
  static final int FRACTION_BITS = 23;

  private Exponential() {}

  static float of(float x) {
    float bounded = x > LARGEST ? LARGEST : x;
    bounded = bounded < SMALLEST ? SMALLEST : bounded;
    float rounded = bounded * LOG2_E + ROUNDER;
    float n = rounded - ROUNDER;
    float r = bounded - n * HIGH - n * LOW;
    float q = (((Q4 * r + Q3) * r + Q2) * r + Q1) * r + Q0;
    float near1 = q * (r * r) + r + 1;
    int whole = Float.floatToRawIntBits(rounded) - Float.floatToRawIntBits(ROUNDER);
    int half = whole >> 1;
    return near1 * power(half) * power(whole - half);
  }

  private static float power(int exponent) {
    return Float.intBitsToFloat(exponent + BIAS << FRACTION_BITS);
  }
}
