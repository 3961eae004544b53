package io.atp.lab.report;

import io.atp.core.runtime.Require;
import java.util.List;

/// Rows of entries under named columns.
///
/// @param corner what row labels are: `model`
/// @param claims what a summary says of it
public record Table(
    String id,
    String title,
    String question,
    String corner,
    List<String> columns,
    List<Row> rows,
    List<String> notes,
    List<Claim> claims)
    implements Exhibit {
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
    claims = List.copyOf(claims);
    for (Row row : rows) {
      Require.that(
          row.entries().size() == columns.size(),
          "row %s of table %s has %d entries for %d columns",
          row.label(),
          id,
          row.entries().size(),
          columns.size());
    }
  }

  /// @param group rows of one group stand together, such as a backbone with and without ATP
  public record Row(String group, String label, List<Entry> entries) {
    public Row {
      entries = List.copyOf(entries);
    }
  }
}
