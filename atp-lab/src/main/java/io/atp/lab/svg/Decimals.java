package io.atp.lab.svg;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Numbers as text, the same in every locale and never `-0`.
public final class Decimals {
  private Decimals() {}

  /// `1.20`: so many places after the point.
  public static String fixed(double value, int places) {
    return rounded(value, places).toPlainString();
  }

  /// `+1.20`, `−0.35`, `0.00`.
  public static String signed(double value, int places) {
    BigDecimal rounded = rounded(value, places);
    String digits = rounded.abs().toPlainString();
    return rounded.signum() == 0 ? digits : (rounded.signum() > 0 ? "+" : "−") + digits;
  }

  /// A coordinate: two places at most, no zeros at the end.
  public static String coordinate(double value) {
    return plain(rounded(value, 2));
  }

  /// Four figures that matter: `0.8312`, `12.5`, `1.2e-5`, `1,234,567`.
  public static String brief(double value) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "not a number" : value > 0 ? "∞" : "−∞";
    }
    double size = Math.abs(value);
    if (size >= 10_000 && size < 1e15) {
      return grouped(rounded(value, 0));
    }
    BigDecimal four = new BigDecimal(value).round(new MathContext(4));
    return size != 0 && (size < 1e-3 || size >= 1e15)
        ? scientific(four.stripTrailingZeros())
        : plain(four);
  }

  static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /// `1,234,567`.
  static String grouped(BigDecimal whole) {
    String digits = whole.abs().toPlainString();
    var text = new StringBuilder(whole.signum() < 0 ? "-" : "");
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0) {
        text.append(',');
      }
      text.append(digits.charAt(i));
    }
    return text.toString();
  }

  private static String scientific(BigDecimal value) {
    int exponent = value.precision() - value.scale() - 1;
    return plain(value.scaleByPowerOfTen(-exponent)) + "e" + exponent;
  }

  private static BigDecimal rounded(double value, int places) {
    return BigDecimal.valueOf(value).setScale(places, RoundingMode.HALF_EVEN);
  }
}
