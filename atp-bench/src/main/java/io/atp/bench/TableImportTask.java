package io.atp.bench;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import io.atp.tables.TableImport;
import io.atp.tables.TableImportConfig;
import io.atp.tables.TableSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// A Parquet table of the graph's edges between names, imported into a store, beside what DuckDB
/// takes to read it, number the names and sort both directions of every edge.
final class TableImportTask {
  private static final String TASK = "import of a Parquet table";
  private static final int MOST_TRIALS = 3;

  /// Ours is to take less than three times as long.
  private static final double TARGET = 1 / 3.0;

  private final Run run;
  private final CsrGraph graph;
  private final Path table;

  TableImportTask(Run run, CsrGraph graph) {
    this.run = run;
    this.graph = graph;
    this.table = run.folder().file("edges.parquet");
  }

  void run() throws IOException {
    try {
      write();
      int trials = Math.min(MOST_TRIALS, run.trials());
      Timing ours = Timing.of(1, trials, this::convert);
      Timing theirs = Timing.of(1, trials, this::sortInDuckDb);
      String note = "%,d edges between names, into a store".formatted(graph.edgeCount());
      run.report().add(Row.ours(TASK, ours, note));
      run.report()
          .add(
              new Row(
                  TASK,
                  "DuckDB",
                  theirs,
                  theirs.best() / ours.best(),
                  run.target(TARGET),
                  "reads, numbers and sorts; stores nothing; the same number of arcs"));
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  private void write() throws IOException, SQLException {
    Path text = run.folder().file("edges.csv");
    try (Workspace scratch = run.work().scratch();
        BufferedWriter out = Files.newBufferedWriter(text)) {
      MemorySegment edges = BenchFolder.edges(graph, scratch);
      out.write("src,dst\n");
      long edge = 0;
      for (long line = 0; line < graph.edgeCount(); line++) {
        long at = 2 * edge * Long.BYTES;
        out.write(name(edges.get(ValueLayout.JAVA_LONG_UNALIGNED, at)));
        out.write(',');
        out.write(name(edges.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES)));
        out.write('\n');
        edge = (edge + ImportTask.STRIDE) % graph.edgeCount();
      }
    }
    try (Connection connection = open();
        Statement sql = connection.createStatement()) {
      sql.execute(
          "COPY (FROM read_csv('%s', all_varchar = true)) TO '%s' (FORMAT parquet)"
              .formatted(text, table));
    }
    Files.delete(text);
  }

  /// Names whose order is not that of the numbers.
  private static String name(long node) {
    return "user-%08x".formatted(Integer.reverse((int) node));
  }

  private Connection open() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement sql = connection.createStatement()) {
      sql.execute("SET threads = " + run.options().threads());
    }
    return connection;
  }

  private void convert() {
    Path store = run.folder().file("store");
    try (Workspace own = Workspace.open(run.options().threads());
        OutputFolder out = OutputFolder.create(store)) {
      TableImportConfig config = TableImportConfig.defaults();
      GraphData data = TableImport.read(TableSource.of(table), config, own).data();
      requireArcs(data.graph().arcCount());
      NativeStore.write(out, data, own);
      out.commit();
      BenchFolder.delete(store);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void sortInDuckDb() {
    try (Connection connection = open();
        Statement sql = connection.createStatement()) {
      sql.execute(
          """
          CREATE TEMP TABLE ids AS SELECT name, row_number() OVER (ORDER BY name) - 1 AS id FROM
          (SELECT src AS name FROM '%1$s' UNION SELECT dst FROM '%1$s')
          """
              .formatted(table));
      sql.execute(
          """
          CREATE TEMP TABLE edges AS SELECT a.id AS s, b.id AS t FROM '%s' e
          JOIN ids a ON e.src = a.name JOIN ids b ON e.dst = b.name
          """
              .formatted(table));
      sql.execute(
          """
          CREATE TEMP TABLE arcs AS SELECT DISTINCT s, t FROM
          (SELECT s, t FROM edges UNION ALL SELECT t, s FROM edges) WHERE s <> t ORDER BY s, t
          """);
      try (ResultSet count = sql.executeQuery("SELECT count(*) FROM arcs")) {
        count.next();
        requireArcs(count.getLong(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void requireArcs(long found) {
    if (found != graph.arcCount()) {
      throw new IllegalStateException(
          "%d arcs were found, the graph has %d".formatted(found, graph.arcCount()));
    }
  }
}
