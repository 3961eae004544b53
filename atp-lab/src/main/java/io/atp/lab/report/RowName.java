package io.atp.lab.report;

/// What a row is called where it stands alone: its group is named unless the label does so.
final class RowName {
  private RowName() {}

  static boolean namesGroup(Table.Row row) {
    return row.group().isEmpty() || row.label().contains(row.group());
  }

  static String of(Table.Row row) {
    return namesGroup(row) ? row.label() : row.group() + " " + row.label();
  }
}
