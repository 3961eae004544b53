package io.atp.tables;

import io.atp.io.dataset.Labels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The distinct labels of a node table as the table `classes(class, name)`.
///
/// Where the source lists its classes, a label is one of them, by name or else by number. Where it
/// does not, the labels are numbered in order: whole numbers by value where all are such, of which
/// negative ones mean no class, texts by their bytes otherwise.
final class LabelClasses {
  /// A label as a whole number, `3.0` as tools write a column with gaps included; null if it is
  /// none.
  private static final String WHOLE =
      "CASE WHEN regexp_full_match(name, '(0|-?[1-9][0-9]*)([.]0)?')"
          + " THEN TRY_CAST(regexp_replace(name, '[.]0$', '') AS BIGINT) END";

  private LabelClasses() {}

  /// @param label the label of a row, as SQL
  /// @param rows the rows, as SQL
  /// @param known the classes the source lists, or none
  /// @return the names by class
  static List<String> create(Session session, String label, String rows, List<String> known)
      throws IOException {
    session.execute(
        ("CREATE TABLE labels AS SELECT name, %s AS whole FROM"
                + " (SELECT DISTINCT %s AS name FROM %s) WHERE name IS NOT NULL")
            .formatted(WHOLE, label, rows));
    if (!known.isEmpty()) {
      return listed(session, known);
    }
    boolean numbers = session.number("SELECT count(*) FROM labels WHERE whole IS NULL") == 0;
    if (numbers) {
      session.execute("DELETE FROM labels WHERE whole < 0");
    }
    String key = numbers ? "whole" : "name";
    session.execute(
        ("CREATE TABLE classes AS SELECT CAST(dense_rank() OVER (ORDER BY %1$s) - 1 AS INTEGER)"
                + " AS class, name, CAST(%1$s AS VARCHAR) AS shown FROM labels")
            .formatted(key));
    return texts(session, "SELECT shown FROM classes GROUP BY class, shown ORDER BY class");
  }

  private static List<String> listed(Session session, List<String> known) throws IOException {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < known.size(); i++) {
      places.putIfAbsent(known.get(i), i);
    }
    session.execute("CREATE TABLE classes(class INTEGER, name VARCHAR)");
    long most = 2L * known.size() + 1; // by name, by number, or none
    Map<String, Integer> classOf = new HashMap<>();
    for (String name : texts(session, "SELECT name FROM labels ORDER BY name LIMIT " + most)) {
      classOf.put(name, place(name, places, known.size()));
    }
    if (!classOf.isEmpty()) {
      session.execute(
          "INSERT INTO classes VALUES "
              + classOf.entrySet().stream()
                  .map(e -> "(%d, %s)".formatted(e.getValue(), Sql.text(e.getKey())))
                  .collect(Collectors.joining(", ")));
    }
    return known;
  }

  private static int place(String name, Map<String, Integer> places, int count) throws IOException {
    Integer place = places.get(name.strip());
    if (place != null) {
      return place;
    }
    String number = name.endsWith(".0") ? name.substring(0, name.length() - 2) : name;
    if (number.matches("(0|-?[1-9][0-9]{0,8})") && Integer.parseInt(number) < count) {
      return Math.max(Integer.parseInt(number), Labels.UNLABELLED);
    }
    throw new IOException("label '%.40s' is none of the %d classes".formatted(name, count));
  }

  private static List<String> texts(Session session, String sql) throws IOException {
    List<String> texts = new ArrayList<>();
    session.stream(
        sql,
        (chunk, count) -> {
          for (int row = 0; row < count; row++) {
            texts.add(chunk.vector(0).getString(row));
          }
        });
    return texts;
  }
}
