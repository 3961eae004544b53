package io.atp.tables;

import io.atp.core.runtime.Require;
import io.atp.io.dataset.FileTrouble;
import io.atp.io.store.Fsync;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.duckdb.DuckDBFunctions;

/// Columns → one file, whole or not at all: it grows in a hidden folder beside its place, is
/// brought to disk, and gets its name last.
///
/// One thread writes, so that the same columns give the same bytes everywhere.
public final class TableWriter {
  private static final long MEMORY_BYTES = 1L << 30;
  private static final long ROW_GROUP_BYTES = 64L << 20;
  private static final int VALUE_BYTES = 8;

  /// DuckDB's own number, for tables that are not wide.
  private static final long MOST_ROWS_PER_GROUP = 122_880;

  private static final long LEAST_ROWS_PER_GROUP = 2048;

  private TableWriter() {}

  /// @throws IOException also if the file is already there
  public static void write(Path file, TableFormat format, List<Column> columns, long rows)
      throws IOException {
    List<String> names = columns.stream().flatMap(TableWriter::names).toList();
    requireDistinct(names);
    requireRows(columns, rows);
    Path place = file.toAbsolutePath().normalize();
    if (Files.exists(place)) {
      throw new IOException("%s exists already; name another file".formatted(file));
    }
    try {
      Files.createDirectories(place.getParent());
      grow(file, place, options(file, format, names.size()), columns, rows);
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be written");
    }
  }

  private static void grow(Path file, Path place, String options, List<Column> columns, long rows)
      throws IOException {
    Session.Settings settings =
        new Session.Settings(file.toString(), 1, MEMORY_BYTES, true, place.getParent());
    try (ColumnFeed feed = new ColumnFeed(columns, rows);
        Session session = Session.open(settings, List.of())) {
      Path growing = session.folder().resolve(place.getFileName().toString());
      try (var function = DuckDBFunctions.tableFunction()) {
        function.withName("atp_columns").withFunction(feed).register(session.connection());
      } catch (SQLException e) {
        throw new IOException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
      }
      session.execute(
          "COPY (SELECT * FROM atp_columns()) TO %s (%s)"
              .formatted(Sql.text(growing.toString()), options));
      if (feed.failure() != null) {
        throw feed.failure();
      }
      Require.that(feed.rowsGiven() == rows, "%d of %d rows were written", feed.rowsGiven(), rows);
      Fsync.file(growing);
      Files.move(growing, place, StandardCopyOption.ATOMIC_MOVE);
      Fsync.folder(place.getParent());
    }
  }

  private static String options(Path file, TableFormat format, int width) {
    String compression = TableFormat.gzipped(file) ? "gzip" : "none";
    return switch (format) {
      case CSV -> "FORMAT csv, HEADER true, COMPRESSION " + compression;
      case TSV -> "FORMAT csv, HEADER true, DELIMITER '\t', COMPRESSION " + compression;
      case JSON -> "FORMAT json, COMPRESSION " + compression;
      case PARQUET ->
          "FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE "
              + Math.clamp(
                  ROW_GROUP_BYTES / ((long) VALUE_BYTES * width),
                  LEAST_ROWS_PER_GROUP,
                  MOST_ROWS_PER_GROUP);
    };
  }

  private static Stream<String> names(Column column) {
    return switch (column) {
      case Column.Longs c -> Stream.of(c.name());
      case Column.Doubles c -> Stream.of(c.name());
      case Column.Floats c -> Stream.of(c.name());
      case Column.Texts c -> Stream.of(c.name());
      case Column.Matrix c -> IntStream.range(0, c.values().width()).mapToObj(i -> c.prefix() + i);
    };
  }

  private static void requireDistinct(List<String> names) {
    Require.that(!names.isEmpty(), "a table needs at least one column");
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : names) {
      Require.that(!name.isBlank(), "a column needs a name");
      Require.that(known.add(name), "a table cannot have two columns '%s'", name);
    }
  }

  private static void requireRows(List<Column> columns, long rows) {
    Require.atLeast("rows", rows, 0);
    for (Column column : columns) {
      if (column instanceof Column.Matrix matrix) {
        Require.that(
            matrix.values().rows() == rows,
            "columns '%s' have %d rows, the table has %d",
            matrix.prefix(),
            matrix.values().rows(),
            rows);
      }
    }
  }
}
