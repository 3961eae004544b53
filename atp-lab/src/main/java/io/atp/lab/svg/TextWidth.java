package io.atp.lab.svg;

/// How wide a text may get, without a font at hand: widths of a wide sans-serif, so that what fits
/// here fits in whatever the reader's machine has.
public final class TextWidth {
  private static final String NARROW = "ijlI.,:;'|!()[]{}/\\`";
  private static final String WIDE = "mMwWQO%@&";

  private TextWidth() {}

  /// In the unit of the size.
  public static double of(String text, double size) {
    return size * text.codePoints().mapToDouble(TextWidth::share).sum();
  }

  private static double share(int point) {
    if (NARROW.indexOf(point) >= 0) {
      return 0.4;
    }
    if (point == ' ') {
      return 0.33;
    }
    if (WIDE.indexOf(point) >= 0) {
      return 0.98;
    }
    if (Character.isUpperCase(point)) {
      return 0.74;
    }
    return point < 0x500 ? 0.64 : 1.05; // beyond Latin, Greek and Cyrillic: as wide as high
  }

  /// The text, or as much of its beginning as leaves room for `…`.
  public static String cut(String text, double size, double room) {
    if (of(text, size) <= room) {
      return text;
    }
    int[] points = text.codePoints().toArray();
    double used = of("…", size);
    int kept = 0;
    while (kept < points.length && used + size * share(points[kept]) <= room) {
      used += size * share(points[kept++]);
    }
    return new String(points, 0, kept).stripTrailing() + "…";
  }
}
