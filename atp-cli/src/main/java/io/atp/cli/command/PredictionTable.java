package io.atp.cli.command;

import io.atp.io.text.CsvRecords;
import io.atp.tables.Column;
import io.atp.tables.TableFormat;
import io.atp.tables.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The CSV that `atp predict` wrote as another kind of table: ids and labels that are whole numbers
/// become numbers, shares become floats.
final class PredictionTable {
  private PredictionTable() {}

  /// @return the number of rows
  static long convert(Path csv, Path out, TableFormat format) throws IOException {
    List<String> header;
    List<List<String>> cells = new ArrayList<>();
    try (CsvRecords records = new CsvRecords(csv)) {
      header = List.copyOf(records.next());
      if (header.size() < 2 || !header.get(0).equals("id") || !header.get(1).equals("label")) {
        throw records.wrong("predictions start with the columns id and label");
      }
      header.forEach(_ -> cells.add(new ArrayList<>()));
      for (List<String> record; !(record = records.next()).isEmpty(); ) {
        if (record.size() != header.size()) {
          throw records.wrong(
              "%d fields, the header has %d".formatted(record.size(), header.size()));
        }
        for (int i = 0; i < record.size(); i++) {
          cells.get(i).add(record.get(i));
        }
      }
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      columns.add(column(csv, header.get(i), cells.get(i), i >= 2));
    }
    int rows = cells.getFirst().size();
    TableWriter.write(out, format, columns, rows);
    return rows;
  }

  private static Column column(Path csv, String name, List<String> cells, boolean share)
      throws IOException {
    if (share) {
      float[] shares = new float[cells.size()];
      for (int row = 0; row < shares.length; row++) {
        try {
          shares[row] = Float.parseFloat(cells.get(row));
        } catch (NumberFormatException e) {
          throw new IOException(
              "%s, row %d: '%.40s' in column '%s' is no number"
                  .formatted(csv, row + 1, cells.get(row), name),
              e);
        }
      }
      return new Column.Floats(name, row -> shares[(int) row]);
    }
    boolean whole = cells.stream().allMatch(cell -> cell.matches("0|-?[1-9][0-9]{0,17}"));
    return whole
        ? new Column.Longs(name, row -> Long.parseLong(cells.get((int) row)))
        : new Column.Texts(name, row -> cells.get((int) row));
  }
}
