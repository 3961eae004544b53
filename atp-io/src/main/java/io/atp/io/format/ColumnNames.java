package io.atp.io.format;

import java.util.Locale;
import java.util.Set;

/// Names by which a table of nodes or edges says what a column is.
final class ColumnNames {
  private static final Set<String> LABELS = Set.of("label", "class", "y");
  private static final Set<String> SOURCES = Set.of("src", "source", "from");
  private static final Set<String> TARGETS = Set.of("dst", "target", "to");

  private ColumnNames() {}

  static boolean isLabel(String name) {
    return name != null && LABELS.contains(name.toLowerCase(Locale.ROOT));
  }

  /// `split`, or `split0`, `split1`, … where there are several.
  static boolean isSplit(String name) {
    return name != null && name.toLowerCase(Locale.ROOT).matches("split[0-9]{0,3}");
  }

  static boolean isId(String name) {
    return name.toLowerCase(Locale.ROOT).equals("id");
  }

  static boolean isSource(String name) {
    return SOURCES.contains(name.toLowerCase(Locale.ROOT));
  }

  static boolean isTarget(String name) {
    return TARGETS.contains(name.toLowerCase(Locale.ROOT));
  }
}
