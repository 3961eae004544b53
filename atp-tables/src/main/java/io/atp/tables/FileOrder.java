package io.atp.tables;

import java.io.IOException;
import java.util.Map;

/// Finds the row of a file that an error is about, counted from 1 below the header. A second look
/// at the file, by one thread, because the first does not keep rows in order.
final class FileOrder {
  private FileOrder() {}

  /// The first row whose column is empty, or 0.
  static long firstMissing(Session session, InputTable table, TableColumn column)
      throws IOException {
    return first(session, table, column, table.key(column) + " IS NULL");
  }

  /// The row of a node.
  static long rowOf(Session session, InputTable table, TableColumn column, String id)
      throws IOException {
    return first(session, table, column, table.key(column) + " = " + Sql.text(id));
  }

  private static long first(Session session, InputTable table, TableColumn column, String condition)
      throws IOException {
    try (Session ordered = session.inFileOrder()) {
      return ordered.number(
          "SELECT row FROM (SELECT row_number() OVER () AS row, %s AS found FROM %s) WHERE found"
                  .formatted(condition, table.read(Map.of(column, "VARCHAR")))
              + " ORDER BY row LIMIT 1");
    }
  }
}
