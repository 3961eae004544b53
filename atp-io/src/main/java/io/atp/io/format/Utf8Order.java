package io.atp.io.format;

import java.util.Comparator;

/// Texts in the order of their UTF-8 bytes, which is that of their characters' numbers. Java's own
/// order differs where a character takes two `char`s.
final class Utf8Order {
  static final Comparator<String> TEXTS = Utf8Order::compare;

  private Utf8Order() {}

  private static int compare(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        return Character.isSurrogate(x) == Character.isSurrogate(y)
            ? Character.compare(x, y)
            : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
