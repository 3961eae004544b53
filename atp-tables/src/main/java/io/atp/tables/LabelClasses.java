package io.atp.tables;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The distinct labels of a node table as the table `classes(class, name)`, numbered in order:
/// whole numbers by value where all are such, texts by their bytes otherwise.
final class LabelClasses {
  private static final String WHOLE = "TRY_CAST(name AS BIGINT)";

  private LabelClasses() {}

  /// @param label the label of a row, as SQL
  /// @param rows the rows, as SQL
  /// @return the names by class
  static List<String> create(Session session, String label, String rows) throws IOException {
    session.execute(
        "CREATE TABLE labels AS SELECT DISTINCT %s AS name FROM %s".formatted(label, rows));
    session.execute("DELETE FROM labels WHERE name IS NULL");
    boolean numbers =
        session.number("SELECT count(*) FROM labels WHERE " + WHOLE + " IS NULL") == 0;
    session.execute(
        "CREATE TABLE classes AS SELECT CAST(row_number() OVER (ORDER BY %s name) - 1 AS INTEGER)"
                .formatted(numbers ? WHOLE + ", " : "")
            + " AS class, name FROM labels");
    List<String> names = new ArrayList<>();
    session.stream(
        "SELECT name FROM classes ORDER BY class",
        (chunk, count) -> {
          for (int row = 0; row < count; row++) {
            names.add(chunk.vector(0).getString(row));
          }
        });
    return names;
  }
}
