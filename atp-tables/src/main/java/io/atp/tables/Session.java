package io.atp.tables;

import io.atp.io.store.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;

/// One DuckDB in memory for one task, shut in: it may touch the named files and a temporary folder
/// of its own, loads no extension, and its settings are locked before the first statement.
///
/// What does not fit its memory goes to the temporary folder, which is removed at the end; one that
/// a killed process left behind is removed by the next session in the same place.
final class Session implements AutoCloseable {
  private static final String TEMPORARY = "tables";

  private final Settings settings;
  private final Collection<Path> files;
  private final Map<Path, Path> links = new LinkedHashMap<>();
  private final Path folder;
  private final DuckDBConnection connection;

  /// @param what the file or files at work, for errors
  /// @param memoryBytes most memory for DuckDB alone
  /// @param ordered whether rows keep the order of their file, which costs memory
  /// @param temporary an existing folder in which the temporary one is made
  record Settings(String what, int threads, long memoryBytes, boolean ordered, Path temporary) {}

  /// Takes the rows of one piece of a result.
  @FunctionalInterface
  interface ChunkSink {
    void accept(DuckDBDataChunkReader chunk, int rows) throws IOException;
  }

  private Session(
      Settings settings, Collection<Path> files, Path folder, DuckDBConnection connection) {
    this.settings = settings;
    this.files = files;
    this.folder = folder;
    this.connection = connection;
  }

  /// @param files all that may be read or written
  static Session open(Settings settings, Collection<Path> files) throws IOException {
    Path place = settings.temporary().toAbsolutePath().resolve(TEMPORARY);
    TemporaryFolder.removeLeftovers(place);
    Path folder = TemporaryFolder.create(place);
    try {
      return new Session(settings, files, folder, connect(settings, folder, files));
    } catch (SQLException e) {
      TemporaryFolder.delete(folder);
      throw TableTrouble.sentence("DuckDB cannot be started", e, Map.of());
    } catch (LinkageError | RuntimeException e) {
      TemporaryFolder.delete(folder);
      throw new IOException("DuckDB cannot be started: " + e.getMessage(), e);
    }
  }

  /// Another session over the same files, in which rows keep the order of their file.
  Session inFileOrder() throws IOException {
    List<Path> reachable = new ArrayList<>(files);
    reachable.addAll(links.keySet());
    return open(
        new Settings(settings.what(), 1, settings.memoryBytes(), true, settings.temporary()),
        reachable);
  }

  private static DuckDBConnection connect(Settings settings, Path folder, Collection<Path> files)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("threads", Integer.toString(settings.threads()));
    properties.setProperty("memory_limit", (settings.memoryBytes() >> 20) + "MiB");
    properties.setProperty("temp_directory", folder.toString());
    properties.setProperty("preserve_insertion_order", Boolean.toString(settings.ordered()));
    properties.setProperty("autoinstall_known_extensions", "false");
    properties.setProperty("autoload_known_extensions", "false");
    properties.setProperty("allow_community_extensions", "false");
    var connection =
        DriverManager.getConnection("jdbc:duckdb:", properties).unwrap(DuckDBConnection.class);
    List<String> paths = files.stream().map(file -> Session.absolute(file)).toList();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET allowed_paths = " + Sql.texts(paths));
      statement.execute("SET allowed_directories = " + Sql.texts(List.of(folder + "/")));
      statement.execute("SET enable_external_access = false");
      statement.execute("SET lock_configuration = true");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static String absolute(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  /// The file as a string of SQL. DuckDB would take some characters for a pattern, so a file with
  /// one of these in its path is reached through a link.
  String path(Path file) throws IOException {
    String path = absolute(file);
    if (path.chars().noneMatch(c -> "*?[]{}\\".indexOf(c) >= 0)) {
      return Sql.text(path);
    }
    try {
      String name = file.getFileName().toString().replaceAll("[^A-Za-z0-9.]", "_");
      Path link = folder.resolve("link" + links.size() + "-" + name);
      links.put(Files.createSymbolicLink(link, Path.of(path)), file);
      return Sql.text(link.toString());
    } catch (UnsupportedOperationException e) {
      throw new IOException("%s has one of * ? [ ] { } \\ in its name: rename it".formatted(file));
    }
  }

  /// Its own, gone when it closes.
  Path folder() {
    return folder;
  }

  DuckDBConnection connection() {
    return connection;
  }

  void execute(String sql) throws IOException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw trouble(e);
    }
  }

  /// Hands out a result piece by piece, as it is made.
  void stream(String sql, ChunkSink sink) throws IOException {
    try (DuckDBPreparedStatement statement = connection.prepare(sql);
        DuckDBChunkedResult result = statement.query()) {
      while (result.nextChunk()) {
        DuckDBDataChunkReader chunk = result.chunk();
        sink.accept(chunk, (int) chunk.rowCount());
      }
    } catch (SQLException e) {
      throw trouble(e);
    }
  }

  /// The first row of a result of BIGINT columns; null becomes 0, and no row all zeros.
  long[] numbers(int columns, String sql) throws IOException {
    long[] numbers = new long[columns];
    stream(
        sql,
        (chunk, rows) -> {
          for (int column = 0; rows > 0 && column < columns; column++) {
            numbers[column] = chunk.vector(column).getLong(0, 0);
          }
        });
    return numbers;
  }

  long number(String sql) throws IOException {
    return numbers(1, sql)[0];
  }

  /// The first text of a result, or null.
  String text(String sql) throws IOException {
    String[] found = new String[1];
    stream(
        sql,
        (chunk, rows) -> {
          if (found[0] == null && rows > 0) {
            found[0] = chunk.vector(0).getString(0);
          }
        });
    return found[0];
  }

  private IOException trouble(SQLException trouble) {
    return TableTrouble.sentence(settings.what(), trouble, links);
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw trouble(e);
    } finally {
      TemporaryFolder.delete(folder);
    }
  }
}
