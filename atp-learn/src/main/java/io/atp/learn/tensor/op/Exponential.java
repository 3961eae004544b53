package io.atp.learn.tensor.op;

/// eˣ to the precision of a float, the same bits on every machine.
///
/// `eˣ = 2ᵏ · e^f` with `|f| ≤ ½ ln 2`; e^f by its power series to the ninth term, in double. About
/// ten times as fast as `StrictMath.exp`, and attention asks for one per arc, head and pass.
final class Exponential {
  private static final double LOG2_E = 1.4426950408889634;
  private static final double LN_2 = 0.6931471805599453;
  private static final double LEAST = -104; // below, the result is less than any float
  private static final double MOST = 89; // above, more

  private Exponential() {}

  static double of(double x) {
    if (!(x > LEAST && x < MOST)) {
      return Double.isNaN(x) ? x : x < 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    double t = x * LOG2_E;
    double k = Math.rint(t);
    double f = (t - k) * LN_2;
    double series = 1 + f / 9;
    series = 1 + f * series * (1.0 / 8);
    series = 1 + f * series * (1.0 / 7);
    series = 1 + f * series * (1.0 / 6);
    series = 1 + f * series * (1.0 / 5);
    series = 1 + f * series * (1.0 / 4);
    series = 1 + f * series * (1.0 / 3);
    series = 1 + f * series * (1.0 / 2);
    series = 1 + f * series;
    return series * Double.longBitsToDouble((long) k + 1023 << 52);
  }
}
