package io.atp.io.format;

import io.atp.io.text.CsvRecords;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Goes through the records of CSV tables and tells a [NodeTable] of them.
final class CsvGraph {
  private final NodeTable table;
  private final Map<String, Integer> features = new HashMap<>();
  private final Map<String, int[]> featureLists = new HashMap<>();
  private final Map<String, Integer> splits = new HashMap<>();
  private final boolean spaces;
  private final boolean labelled;

  /// @param tables all tables of nodes, whose headers say whether there are several id spaces
  CsvGraph(NodeTable table, List<CsvTables.Table> tables) {
    this.table = table;
    List<CsvColumn> columns = tables.stream().flatMap(nodes -> nodes.columns().stream()).toList();
    this.spaces =
        columns.stream()
                .filter(column -> column.kind() == CsvColumn.Kind.ID)
                .map(CsvColumn::space)
                .distinct()
                .count()
            > 1;
    this.labelled = columns.stream().anyMatch(column -> column.kind() == CsvColumn.Kind.LABEL);
    for (CsvColumn column : columns) {
      switch (column.kind()) {
        case FEATURE -> features.computeIfAbsent(column.name(), _ -> table.newColumn());
        case SPLIT -> splits.computeIfAbsent(column.name(), _ -> table.newSplit());
        default -> {}
      }
    }
  }

  /// The next record, empty at the end.
  private static List<String> next(CsvTables.Table from, CsvRecords records) throws IOException {
    List<String> record = records.next();
    if (!record.isEmpty() && record.size() != from.columns().size()) {
      throw records.wrong(
          "%d fields, the header has %d".formatted(record.size(), from.columns().size()));
    }
    return record;
  }

  private String name(CsvColumn column, String id, CsvRecords records) throws IOException {
    if (id.isEmpty()) {
      throw records.wrong("an id is empty");
    }
    return spaces ? column.space() + ":" + id : id;
  }

  void nodes(CsvTables.Table nodes, CsvRecords records) throws IOException {
    if (nodes.headed()) {
      records.next();
    }
    int id = indexOf(nodes, CsvColumn.Kind.ID);
    for (List<String> record; !(record = next(nodes, records)).isEmpty(); ) {
      table.declare(name(nodes.columns().get(id), record.get(id), records), records);
      for (int i = 0; i < record.size(); i++) {
        if (!record.get(i).isEmpty()) {
          value(nodes.columns().get(i), record.get(i), records);
        }
      }
    }
    table.endNode(records);
  }

  private void value(CsvColumn column, String text, CsvRecords records) throws IOException {
    switch (column.kind()) {
      case FEATURE ->
          table.feature(features.get(column.name()), number(column, text.strip()), records);
      case FEATURE_LIST -> list(column, text, records);
      case LABEL -> table.label(text);
      case NODE_TYPE -> {
        if (!labelled) {
          int end = text.indexOf(';');
          table.label(end < 0 ? text : text.substring(0, end));
        }
      }
      case SPLIT -> table.part(splits.get(column.name()), text, records);
      case ID, SOURCE, TARGET, NONE -> {}
    }
  }

  /// The first list of a property decides how many columns it has.
  private void list(CsvColumn column, String text, CsvRecords records) throws IOException {
    String[] values = text.split(";", -1);
    int[] places = featureLists.get(column.name());
    if (places == null) {
      places = new int[values.length];
      for (int i = 0; i < places.length; i++) {
        places[i] = table.newColumn();
      }
      featureLists.put(column.name(), places);
    }
    if (values.length != places.length) {
      throw records.wrong(
          "the list '%.40s' has %d values, the first one had %d"
              .formatted(column.name(), values.length, places.length));
    }
    for (int i = 0; i < places.length; i++) {
      table.feature(places[i], number(column, values[i].strip()), records);
    }
  }

  private static String number(CsvColumn column, String text) {
    if (!column.truth()) {
      return text;
    }
    return switch (text) {
      case "true" -> "1";
      case "false" -> "0";
      default -> text;
    };
  }

  /// Classes by `:LABEL` are of use only where nodes differ in it.
  void endNodes() {
    table.endNodes();
    if (!labelled && table.classesSeen() < 2) {
      table.forgetClasses();
    }
  }

  void edges(CsvTables.Table edges, CsvRecords records) throws IOException {
    if (edges.headed()) {
      records.next();
    }
    int source = indexOf(edges, CsvColumn.Kind.SOURCE);
    int target = indexOf(edges, CsvColumn.Kind.TARGET);
    for (List<String> record; !(record = next(edges, records)).isEmpty(); ) {
      table.edge(
          name(edges.columns().get(source), record.get(source), records),
          name(edges.columns().get(target), record.get(target), records),
          records);
    }
  }

  private static int indexOf(CsvTables.Table table, CsvColumn.Kind kind) {
    int index = 0;
    while (table.columns().get(index).kind() != kind) {
      index++;
    }
    return index;
  }
}
