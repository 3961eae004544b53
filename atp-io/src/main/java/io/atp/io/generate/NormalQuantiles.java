package io.atp.io.generate;

/// Standard normal numbers by inversion: 16 bits of a hash pick one of 65 536 equally likely
/// quantiles Φ⁻¹((k + ½) / 65 536), from −4.3 to 4.3.
///
/// One hash gives four numbers, and no logarithm is taken per number: about 2 ns each.
final class NormalQuantiles {
  private static final int SIZE = 1 << 16;
  private static final float[] TABLE = table();

  private NormalQuantiles() {}

  /// By the lowest 16 bits of a hash, which so gives four independent numbers.
  static float of(long bits) {
    return TABLE[(int) bits & SIZE - 1];
  }

  /// Walks x from 0 upwards while Simpson's rule adds up Φ(x) − ½, and notes x wherever the next
  /// quantile is passed, by linear interpolation inside a step of 1/4096.
  private static float[] table() {
    float[] table = new float[SIZE];
    double step = 0x1p-12;
    double scale = step / 6 / StrictMath.sqrt(2 * StrictMath.PI);
    double area = 0;
    double left = 1;
    int half = SIZE / 2;
    int found = 0;
    for (int i = 0; found < half; i++) {
      double x = i * step;
      double right = bell(x + step);
      double next = area + scale * (left + 4 * bell(x + step / 2) + right);
      while (found < half && (found + 0.5) / SIZE <= next) {
        double inside = ((found + 0.5) / SIZE - area) / (next - area);
        float quantile = (float) (x + inside * step);
        table[half + found] = quantile;
        table[half - 1 - found] = -quantile;
        found++;
      }
      area = next;
      left = right;
    }
    return table;
  }

  private static double bell(double x) {
    return StrictMath.exp(-x * x / 2);
  }
}
