package io.atp.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Numbers and tables as people read them; the same in every locale.
public final class Text {
  private static final long KIB = 1 << 10;

  private Text() {}

  /// `1,234,567`.
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /// `12.3 %`.
  public static String share(double value) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * value);
  }

  public static String decimal(double value) {
    return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%,.0f" : "%.4g", value);
  }

  /// `0.012 s`, `3.4 s`, `2 min 5 s`, `1 h 20 min`.
  public static String seconds(double value) {
    if (value >= 60) {
      long whole = Math.round(value);
      if (whole >= 3600) {
        return whole / 3600 + " h " + whole % 3600 / 60 + " min";
      }
      return whole / 60 + " min " + whole % 60 + " s";
    }
    return String.format(Locale.ROOT, value < 1 ? "%.3f s" : "%.1f s", value);
  }

  /// `1.5 GiB`.
  public static String bytes(long value) {
    if (value < KIB) {
      return value + " bytes";
    }
    double scaled = value;
    int unit = -1;
    do {
      scaled /= KIB;
      unit++;
    } while (scaled >= KIB && unit < 3);
    return String.format(Locale.ROOT, "%.1f %ciB", scaled, "KMGT".charAt(unit));
  }

  /// Rows of cells as lines: the first column to the left, the others to the right.
  public static String table(List<List<String>> rows) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] width = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        width[column] = Math.max(width[column], length(row.get(column)));
      }
    }
    return rows.stream().map(row -> line(row, width)).collect(Collectors.joining("\n"));
  }

  private static String line(List<String> row, int[] width) {
    var line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      String gap = " ".repeat(width[column] - length(cell));
      line.append(column == 0 ? cell + gap : "  " + gap + cell);
    }
    return line.toString().stripTrailing();
  }

  /// Lines of at most `width` characters, each beginning with the indent, broken at blanks.
  public static String wrap(String text, int width, String indent) {
    var wrapped = new StringBuilder(indent);
    int column = indent.length();
    for (String word : text.split(" ")) {
      boolean first = column == indent.length();
      if (!first && column + 1 + length(word) > width) {
        wrapped.append('\n').append(indent);
        column = indent.length();
        first = true;
      }
      wrapped.append(first ? "" : " ").append(word);
      column += length(word) + (first ? 0 : 1);
    }
    return wrapped.toString();
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
