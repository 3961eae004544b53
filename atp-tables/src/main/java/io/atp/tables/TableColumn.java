package io.atp.tables;

import java.util.Locale;
import java.util.regex.Pattern;

/// One column of a table.
///
/// @param name as the user knows it
/// @param key as DuckDB knows it: the same, unless names in the table repeat
record TableColumn(String name, String key, Type type) {
  /// What a column can be used for.
  enum Type {
    /// Whole numbers within 64 signed bits.
    WHOLE,
    /// Other numbers.
    NUMBER,
    BOOLEAN,
    /// A list of numbers per row.
    LIST,
    /// Anything else; it is known by its text.
    TEXT;

    private static final Pattern WHOLES = Pattern.compile("U?(TINYINT|SMALLINT|INTEGER)|BIGINT");
    private static final Pattern NUMBERS =
        Pattern.compile("FLOAT|DOUBLE|UBIGINT|U?HUGEINT|DECIMAL\\(.*\\)");
    private static final Pattern LISTS = Pattern.compile("(.*)\\[[0-9]*]");

    /// From DuckDB's name of a type.
    static Type of(String name) {
      if (WHOLES.matcher(name).matches()) {
        return WHOLE;
      }
      if (NUMBERS.matcher(name).matches()) {
        return NUMBER;
      }
      if (name.equals("BOOLEAN")) {
        return BOOLEAN;
      }
      var list = LISTS.matcher(name);
      return list.matches() && of(list.group(1)).isNumeric() ? LIST : TEXT;
    }

    boolean isNumeric() {
      return this == WHOLE || this == NUMBER || this == BOOLEAN;
    }
  }

  /// As statements name it.
  String sql() {
    return Sql.name(key);
  }

  /// Lower case, letters and digits only, so that `Node_ID` and `nodeId` are one name.
  String plainName() {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
  }
}
