package io.atp.core.kernel;

/// eˣ in double to the precision of a float, the same bits on every machine.
///
/// `eˣ = 2ᵏ · e^f` with `|f| ≤ ½ ln 2`; e^f by the first eight terms of its power series, in two
/// halves that do not wait for each other. Attention asks for one per arc, head and pass.
public final class WideExponential {
  static final double LOG2_E = 1.4426950408889634;
  static final double LN_2 = 0.6931471805599453;
  static final double LEAST = -104; // below, the result is less than any float
  static final double MOST = 89; // above, more
  static final int BIAS = 1023;
  static final int FRACTION_BITS = 52;

  private WideExponential() {}

  public static double of(double x) {
    if (!(x > LEAST && x < MOST)) {
      return Double.isNaN(x) ? x : x < 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    double t = x * LOG2_E;
    double k = Math.rint(t);
    double f = (t - k) * LN_2;
    double f2 = f * f;
    double low = 1 + f + (1.0 / 2 + f * (1.0 / 6)) * f2;
    double high = 1.0 / 24 + f * (1.0 / 120) + (1.0 / 720 + f * (1.0 / 5040)) * f2;
    double series = low + high * (f2 * f2);
    return series * Double.longBitsToDouble((long) k + BIAS << FRACTION_BITS);
  }
}
