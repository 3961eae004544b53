package io.atp.lab.svg;

/// Text made safe for HTML and XML, inside elements and inside quoted attributes.
public final class Markup {
  private Markup() {}

  /// Characters that XML does not allow become U+FFFD, so that an SVG file stays readable whatever
  /// a class is called.
  public static String escape(String text) {
    var safe = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(point -> append(safe, point));
    return safe.toString();
  }

  private static void append(StringBuilder safe, int point) {
    switch (point) {
      case '&' -> safe.append("&amp;");
      case '<' -> safe.append("&lt;");
      case '>' -> safe.append("&gt;");
      case '"' -> safe.append("&quot;");
      case '\'' -> safe.append("&#39;");
      default -> safe.appendCodePoint(allowed(point) ? point : 0xFFFD);
    }
  }

  private static boolean allowed(int point) {
    if (point < 0x20) {
      return point == '\t' || point == '\n' || point == '\r';
    }
    boolean control = point >= 0x7F && point < 0xA0;
    boolean surrogate = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    boolean turnsText = point >= 0x202A && point <= 0x202E || point >= 0x2066 && point <= 0x2069;
    return !control && !surrogate && !turnsText && (point & 0xFFFE) != 0xFFFE;
  }
}
