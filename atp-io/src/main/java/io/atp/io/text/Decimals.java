package io.atp.io.text;

import java.nio.charset.StandardCharsets;

/// Decimal numbers from bytes: `[+-] digits [. digits] [e [+-] digits]`, or nan, inf, infinity.
///
/// Up to 18 digits and a power of ten within 10^±22 need one multiplication, and are exact if the
/// digits fit 53 bits; anything longer goes through [Double#parseDouble]. Either way the result is
/// the nearest `double`.
public final class Decimals {
  private static final int MAX_DIGITS = 18;
  private static final long EXACT = 1L << 53;
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private Decimals() {}

  /// NaN also for what is no number; [#isNan] tells the two apart.
  public static double parse(byte[] text, int from, int to) {
    int at = from;
    boolean negative = at < to && text[at] == '-';
    if (negative || at < to && text[at] == '+') {
      at++;
    }
    long mantissa = 0;
    int digits = 0;
    int scale = 0;
    int start = at;
    boolean point = false;
    for (; at < to; at++) {
      int digit = text[at] - '0';
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digits += mantissa != 0 ? 1 : 0;
        scale -= point ? 1 : 0;
        if (digits > MAX_DIGITS) {
          return slow(text, from, to);
        }
      } else if (text[at] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (at - start == (point ? 1 : 0)) {
      return slow(text, from, to); // no digits: a word, or nothing
    }
    if (at < to) {
      int exponent = exponent(text, at, to);
      if (exponent == Integer.MIN_VALUE) {
        return slow(text, from, to);
      }
      scale += exponent;
    }
    if (mantissa > EXACT || Math.abs(scale) >= POWERS.length) {
      return slow(text, from, to);
    }
    double value = scale < 0 ? mantissa / POWERS[-scale] : mantissa * POWERS[scale];
    return negative ? -value : value;
  }

  /// `e` and up to three digits; otherwise the smallest int.
  private static int exponent(byte[] text, int from, int to) {
    int at = from + 1;
    boolean negative = at < to && text[at] == '-';
    if (negative || at < to && text[at] == '+') {
      at++;
    }
    if ((text[from] | 0x20) != 'e' || at == to || to - at > 3) {
      return Integer.MIN_VALUE;
    }
    int value = 0;
    for (; at < to; at++) {
      int digit = text[at] - '0';
      if (digit < 0 || digit > 9) {
        return Integer.MIN_VALUE;
      }
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  private static double slow(byte[] text, int from, int to) {
    String word = new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    String plain = word.startsWith("-") || word.startsWith("+") ? word.substring(1) : word;
    if (plain.equalsIgnoreCase("inf") || plain.equalsIgnoreCase("infinity")) {
      return word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    for (int i = 0; i < word.length(); i++) {
      if ("+-.eE0123456789".indexOf(word.charAt(i)) < 0) {
        return Double.NaN; // parseDouble would also take hexadecimal digits and a final f or d
      }
    }
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  public static boolean isNan(byte[] text, int from, int to) {
    return to - from == 3
        && (text[from] | 0x20) == 'n'
        && (text[from + 1] | 0x20) == 'a'
        && (text[from + 2] | 0x20) == 'n';
  }
}
