package io.atp.tables;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.format.ClassList;
import io.atp.tables.TableColumn.Type;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;

/// Features, labels and split from the rows of a node table, each put where its id says.
final class NodeRows {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// Codes of a split, and the words for it. What is none of these is refused.
  private static final String SPLIT_CODE =
      "CASE WHEN %1$s IS NULL OR lower(%1$s) IN ('', 'none') THEN 0"
          + " WHEN lower(%1$s) IN ('train', 'training', '0') THEN 1"
          + " WHEN lower(%1$s) IN ('val', 'valid', 'validation', 'dev', '1') THEN 2"
          + " WHEN lower(%1$s) IN ('test', 'testing', '2') THEN 3 ELSE 4 END";

  private static final int UNKNOWN_SPLIT = 4;

  private final Session session;
  private final InputTable table;
  private final ColumnChoice.OfNodes columns;
  private final NodeIds ids;
  private final TableImportConfig config;
  private final List<String> classNames;
  private final int[] labels;
  private final byte[] parts;
  private final int width;
  private final MemorySegment features;
  private long rowCount;
  private long missing;

  private NodeRows(
      Session session,
      InputTable table,
      ColumnChoice.OfNodes columns,
      NodeIds ids,
      TableImportConfig config,
      Optional<Path> known,
      Workspace work)
      throws IOException {
    this.session = session;
    this.table = table;
    this.columns = columns;
    this.ids = ids;
    this.config = config;
    this.classNames = columns.label().isPresent() ? classes(known) : List.of();
    this.labels = new int[columns.label().isPresent() ? ids.count() : 0];
    Arrays.fill(labels, Labels.UNLABELLED);
    this.parts = new byte[columns.split().isPresent() ? ids.count() : 0];
    this.width = featureWidth();
    this.features = work.allocateFloats((long) ids.count() * width);
  }

  private List<String> classes(Optional<Path> known) throws IOException {
    List<String> listed = known.isPresent() ? ClassList.read(known.get()) : List.of();
    try {
      return LabelClasses.create(
          session, table.key(columns.label().orElseThrow()), table.read(types()), listed);
    } catch (IOException e) {
      if (listed.isEmpty()) {
        throw e;
      }
      throw new IOException(
          "%s with %s: %s".formatted(table.file(), known.get(), e.getMessage()), e);
    }
  }

  static NodeRows read(
      Session session,
      IdTable idTable,
      IdTable.Tables tables,
      NodeIds ids,
      TableImportConfig config,
      Optional<Path> known,
      Workspace work)
      throws IOException {
    InputTable table = tables.nodes().orElseThrow();
    NodeRows rows =
        new NodeRows(session, table, tables.nodeColumns().orElseThrow(), ids, config, known, work);
    session.stream(rows.query(idTable), rows::take);
    return rows;
  }

  /// How the columns are read from text.
  private Map<TableColumn, String> types() {
    Map<TableColumn, String> types = new LinkedHashMap<>();
    types.put(columns.id(), "VARCHAR");
    columns.label().ifPresent(column -> types.put(column, "VARCHAR"));
    columns.split().ifPresent(column -> types.put(column, "VARCHAR"));
    for (TableColumn column : columns.features()) {
      types.put(
          column,
          switch (column.type()) {
            case LIST -> "FLOAT[]";
            case BOOLEAN -> "BOOLEAN";
            default -> "FLOAT";
          });
    }
    return types;
  }

  private int featureWidth() throws IOException {
    if (columns.features().isEmpty() || columns.features().getFirst().type() != Type.LIST) {
      return columns.features().size();
    }
    TableColumn list = columns.features().getFirst();
    long[] found =
        session.numbers(
            2,
            "SELECT min(len(%1$s))::BIGINT, max(len(%1$s))::BIGINT FROM %2$s"
                .formatted(list.sql(), table.read(types())));
    if (found[0] != found[1] || found[1] > TextHead.MAX_COLUMNS) {
      throw new IOException(
          "%s: the lists of column '%s' have %,d to %,d entries; they must have one length, at most"
                  .formatted(table.file(), list.name(), found[0], found[1])
              + " %,d".formatted(TextHead.MAX_COLUMNS));
    }
    return (int) found[1];
  }

  /// Node, class, part of the split, then the features.
  private String query(IdTable idTable) {
    StringBuilder values = new StringBuilder();
    values.append(idTable.key(table, columns.id())).append(" AS id, ");
    values.append(columns.label().map(table::key).orElse("NULL")).append(" AS label, ");
    String part = columns.split().map(c -> SPLIT_CODE.formatted(table.key(c))).orElse("0");
    values.append("CAST(").append(part).append(" AS INTEGER) AS part");
    for (int i = 0; i < width; i++) {
      values.append(", ").append(feature(i)).append(" AS x").append(i);
    }
    StringBuilder features = new StringBuilder();
    for (int i = 0; i < width; i++) {
      features.append(", x").append(i);
    }
    boolean labelled = columns.label().isPresent();
    return "SELECT ids.node, %s, part%s FROM (SELECT %s FROM %s) LEFT JOIN ids USING (id)%s"
        .formatted(
            labelled ? "class" : "-1",
            features,
            values,
            table.read(types()),
            labelled ? " LEFT JOIN classes ON label = name" : "");
  }

  private String feature(int index) {
    TableColumn first = columns.features().getFirst();
    if (first.type() == Type.LIST) {
      return "CAST(%s[%d] AS FLOAT)".formatted(first.sql(), index + 1);
    }
    TableColumn column = columns.features().get(index);
    return column.type() == Type.BOOLEAN
        ? "CAST(CAST(%s AS TINYINT) AS FLOAT)".formatted(column.sql())
        : "CAST(%s AS FLOAT)".formatted(column.sql());
  }

  private void take(DuckDBDataChunkReader chunk, int rows) throws IOException {
    DuckDBReadableVector nodes = chunk.vector(0);
    int[] at = new int[rows];
    for (int row = 0; row < rows; row++) {
      at[row] = nodes.getInt(row, -1);
      if (at[row] < 0) {
        throw new IOException("%s changed while it was read".formatted(table.file()));
      }
    }
    rowCount += rows;
    if (labels.length > 0) {
      DuckDBReadableVector classes = chunk.vector(1);
      for (int row = 0; row < rows; row++) {
        labels[at[row]] = classes.getInt(row, Labels.UNLABELLED);
      }
    }
    if (parts.length > 0) {
      takeParts(chunk.vector(2), at);
    }
    for (int column = 0; column < width; column++) {
      takeFeature(chunk.vector(3 + column), column, at);
    }
  }

  private void takeParts(DuckDBReadableVector codes, int[] at) throws IOException {
    for (int row = 0; row < at.length; row++) {
      parts[at[row]] = (byte) codes.getInt(row);
      if (parts[at[row]] == UNKNOWN_SPLIT) {
        TableColumn column = columns.split().orElseThrow();
        throw new IOException(
            "%s: node '%.80s' has a split in column '%s' that is none of train, val, test, 0, 1, 2"
                .formatted(table.file(), ids.name(at[row]), column.name()));
      }
    }
  }

  private void takeFeature(DuckDBReadableVector values, int column, int[] at) throws IOException {
    for (int row = 0; row < at.length; row++) {
      float value = values.getFloat(row, Float.NaN);
      if (!Float.isFinite(value)) {
        boolean empty = values.isNull(row);
        if (!empty || config.missing() == TableImportConfig.Missing.REFUSED) {
          throw noFeature(at[row], column, empty ? "is empty" : "is " + value + ", not finite");
        }
        missing++;
        value = 0;
      }
      features.set(FLOAT, ((long) at[row] * width + column) * Float.BYTES, value);
    }
  }

  private IOException noFeature(int node, int column, String fault) throws IOException {
    long row = FileOrder.rowOf(session, table, columns.id(), ids.name(node));
    return new IOException(
        "%s, row %d (id '%.80s'): the feature in column '%s' %s"
            .formatted(table.file(), row, ids.name(node), featureNames().get(column), fault));
  }

  List<String> featureNames() {
    List<TableColumn> from = columns.features();
    return width > 0 && from.getFirst().type() == Type.LIST
        ? IntStream.range(0, width).mapToObj(i -> from.getFirst().name() + "[" + i + "]").toList()
        : from.stream().map(TableColumn::name).toList();
  }

  List<String> classNames() {
    return classNames;
  }

  long rowCount() {
    return rowCount;
  }

  long missing() {
    return missing;
  }

  Optional<Features> features() {
    return width == 0
        ? Optional.empty()
        : Optional.of(new DenseFeatures(ids.count(), width, features));
  }

  Optional<Labels> labels() {
    return columns.label().map(_ -> new Labels(classNames.size(), labels).named(classNames));
  }

  Optional<Split> split() {
    return columns.split().map(_ -> new Split(part(1), part(2), part(3)));
  }

  private int[] part(int code) {
    return IntStream.range(0, parts.length).filter(node -> parts[node] == code).toArray();
  }
}
