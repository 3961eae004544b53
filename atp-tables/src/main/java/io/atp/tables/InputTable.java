package io.atp.tables;

import io.atp.tables.TableColumn.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBReadableVector;

/// One file as a table DuckDB can read.
///
/// Text tables are read with a fixed dialect and, where a column serves as an id or label, as the
/// text that stands there: `007` stays `007`. Parquet brings its own types.
final class InputTable {
  private static final int SAMPLE_CELLS = 1_000_000;
  private static final Set<String> TRUTHS = Set.of("true", "false", "t", "f", "yes", "no");

  private final Path file;
  private final TableFormat format;
  private final String path;
  private final String options;
  private final List<TableColumn> columns;
  private final boolean header;

  private InputTable(
      Path file,
      TableFormat format,
      String path,
      String options,
      boolean header,
      List<TableColumn> columns) {
    this.file = file;
    this.format = format;
    this.path = path;
    this.options = options;
    this.header = header;
    this.columns = columns;
  }

  /// @param names tells whether a first row holds names of columns
  static InputTable open(
      Path file, TableImportConfig config, Predicate<List<String>> names, Session session)
      throws IOException {
    TableFormat format =
        TableFormat.of(file)
            .orElseThrow(
                () ->
                    new IOException(
                        "%s is no table known here: give .csv, .tsv, .parquet or .jsonl"
                            .formatted(file)));
    if (!Files.isRegularFile(file)) {
      throw new IOException("%s is not a file".formatted(file));
    }
    String path = session.path(file);
    return switch (format) {
      case CSV, TSV -> text(file, format, path, config, names, session);
      case JSON -> json(file, path, session);
      case PARQUET -> parquet(file, path, session);
    };
  }

  private static InputTable text(
      Path file,
      TableFormat format,
      String path,
      TableImportConfig config,
      Predicate<List<String>> names,
      Session session)
      throws IOException {
    TextHead head = TextHead.of(file, format);
    boolean header =
        config.header().orElseGet(() -> head.startsWithNames() || names.test(head.first()));
    String options =
        ("auto_detect = false, delim = %s, quote = '\"', escape = '\"', header = %b, skip = %d,"
                + " strict_mode = true, hive_partitioning = false, compression = '%s'")
            .formatted(
                Sql.text(String.valueOf(head.delimiter())),
                header,
                head.skipped(),
                TableFormat.gzipped(file) ? "gzip" : "none");
    List<TableColumn> texts = textColumns(head, header);
    var table = new InputTable(file, format, path, options, header, texts);
    try (Session ordered = session.inFileOrder()) { // the first rows, not any
      return new InputTable(file, format, path, options, header, table.sampledTypes(ordered));
    }
  }

  private static List<TableColumn> textColumns(TextHead head, boolean header) {
    List<String> names =
        IntStream.range(0, head.first().size())
            .mapToObj(i -> header ? head.first().get(i) : "column" + i)
            .toList();
    // DuckDB's names are the same in upper and lower case, and never empty.
    Set<String> distinct = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    distinct.addAll(names);
    boolean usable = distinct.size() == names.size() && !distinct.contains("");
    return IntStream.range(0, names.size())
        .mapToObj(i -> new TableColumn(names.get(i), usable ? names.get(i) : "c" + i, Type.TEXT))
        .toList();
  }

  /// A text column is taken for numbers, or for truths, if all its values among the first rows are.
  private List<TableColumn> sampledTypes(Session session) throws IOException {
    int width = columns.size();
    boolean[] seen = new boolean[width];
    boolean[] words = new boolean[width];
    boolean[] other = new boolean[width];
    session.stream(
        "SELECT * FROM %s LIMIT %d"
            .formatted(read(Map.of()), Math.clamp(SAMPLE_CELLS / width, 100, 10_000)),
        (chunk, rows) -> {
          for (int column = 0; column < width; column++) {
            DuckDBReadableVector values = chunk.vector(column);
            for (int row = 0; row < rows && !other[column]; row++) {
              String value = values.getString(row);
              if (value != null) {
                seen[column] = true;
                boolean number = TextHead.isNumber(value.strip());
                words[column] |= !number;
                other[column] = !number && !TRUTHS.contains(value.toLowerCase(Locale.ROOT));
              }
            }
          }
        });
    List<TableColumn> typed = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      Type some = words[i] ? Type.BOOLEAN : Type.NUMBER;
      Type type = seen[i] && !other[i] ? some : Type.TEXT;
      typed.add(new TableColumn(columns.get(i).name(), columns.get(i).key(), type));
    }
    return typed;
  }

  private static InputTable json(Path file, String path, Session session) throws IOException {
    String options =
        "format = 'auto', hive_partitioning = false, compression = '%s'"
            .formatted(TableFormat.gzipped(file) ? "gzip" : "none");
    String read = "read_json(%s, %s, map_inference_threshold = -1)".formatted(path, options);
    return new InputTable(
        file, TableFormat.JSON, path, options, true, described(file, read, session));
  }

  private static InputTable parquet(Path file, String path, Session session) throws IOException {
    String options = "hive_partitioning = false, binary_as_string = true";
    String read = "read_parquet(%s, %s)".formatted(path, options);
    return new InputTable(
        file, TableFormat.PARQUET, path, options, true, described(file, read, session));
  }

  private static List<TableColumn> described(Path file, String read, Session session)
      throws IOException {
    List<TableColumn> columns = new ArrayList<>();
    session.stream(
        "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM %s)".formatted(read),
        (chunk, rows) -> {
          for (int row = 0; row < rows; row++) {
            String name = chunk.vector(0).getString(row);
            columns.add(new TableColumn(name, name, Type.of(chunk.vector(1).getString(row))));
          }
        });
    if (columns.size() > TextHead.MAX_COLUMNS) {
      throw new IOException(
          "%s has %,d columns, more than the %,d that are read"
              .formatted(file, columns.size(), TextHead.MAX_COLUMNS));
    }
    return columns;
  }

  Path file() {
    return file;
  }

  List<TableColumn> columns() {
    return columns;
  }

  /// Whether columns have names of their own.
  boolean named() {
    return header;
  }

  boolean isText() {
    return format != TableFormat.PARQUET;
  }

  /// The table as a source of rows.
  ///
  /// @param types for text, how columns are read that are wanted other than as text; JSON gives
  ///   only the columns named here
  String read(Map<TableColumn, String> types) {
    return switch (format) {
      case PARQUET -> "read_parquet(%s, %s)".formatted(path, options);
      case CSV, TSV ->
          "read_csv(%s, %s, columns = {%s})"
              .formatted(
                  path,
                  options,
                  columns.stream()
                      .map(c -> Sql.text(c.key()) + ": '" + types.getOrDefault(c, "VARCHAR") + "'")
                      .collect(Collectors.joining(", ")));
      case JSON ->
          "read_json(%s, %s, columns = {%s})"
              .formatted(
                  path,
                  options,
                  types.entrySet().stream()
                      .map(e -> Sql.text(e.getKey().key()) + ": '" + e.getValue() + "'")
                      .collect(Collectors.joining(", ")));
    };
  }

  /// A value as the text it is known by. Tables that went through floating point (as pandas does to
  /// columns with gaps) give back their whole numbers, and NaN is nothing.
  String key(TableColumn column) {
    String value = column.sql();
    if (isText()) {
      return value;
    }
    return column.type() == Type.NUMBER
        ? ("CASE WHEN isnan(CAST(%1$s AS DOUBLE)) THEN NULL"
                + " WHEN CAST(%1$s AS DOUBLE) = trunc(CAST(%1$s AS DOUBLE))"
                + " AND abs(CAST(%1$s AS DOUBLE)) < 9e15"
                + " THEN CAST(CAST(%1$s AS BIGINT) AS VARCHAR) ELSE CAST(%1$s AS VARCHAR) END")
            .formatted(value)
        : "CAST(%s AS VARCHAR)".formatted(value);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
