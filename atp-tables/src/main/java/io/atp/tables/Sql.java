package io.atp.tables;

import java.util.Collection;
import java.util.stream.Collectors;

/// What a user wrote, made safe to stand in a statement. Nothing else of a user's reaches SQL.
final class Sql {
  private Sql() {}

  /// An identifier: `"a""b"`.
  static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /// A string: `'it''s'`.
  static String text(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  /// A list of strings: `['a', 'b']`.
  static String texts(Collection<String> texts) {
    return texts.stream().map(Sql::text).collect(Collectors.joining(", ", "[", "]"));
  }
}
