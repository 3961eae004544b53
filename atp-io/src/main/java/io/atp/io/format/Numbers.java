package io.atp.io.format;

import java.util.OptionalLong;

/// Numbers as a text may spell them.
final class Numbers {
  private static final int MAX_CHARS = 400;

  private Numbers() {}

  /// A finite decimal number as a float, or NaN for any other text: a name, a hexadecimal number,
  /// one past the largest float.
  static float decimal(String text) {
    String stripped = text.strip();
    if (stripped.isEmpty() || stripped.length() > MAX_CHARS) {
      return Float.NaN;
    }
    for (int i = 0; i < stripped.length(); i++) {
      char c = stripped.charAt(i);
      if ((c < '0' || c > '9') && "+-.eE".indexOf(c) < 0) {
        return Float.NaN;
      }
    }
    try {
      float value = Float.parseFloat(stripped);
      return Float.isFinite(value) ? value : Float.NaN;
    } catch (NumberFormatException e) {
      return Float.NaN;
    }
  }

  /// A whole number written as Java writes it: no sign but −, no leading zeros.
  static OptionalLong whole(String text) {
    int digits = text.startsWith("-") ? text.length() - 1 : text.length();
    if (digits < 1 || digits > 19) {
      return OptionalLong.empty();
    }
    try {
      long value = Long.parseLong(text);
      return Long.toString(value).equals(text) ? OptionalLong.of(value) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
