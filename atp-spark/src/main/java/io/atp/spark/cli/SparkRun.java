package io.atp.spark.cli;

import io.atp.cli.Terminal;
import io.atp.cli.Version;
import io.atp.core.correct.CorrectionAccount;
import io.atp.core.runtime.Require;
import io.atp.io.json.Json;
import io.atp.io.record.RunRecord;
import io.atp.spark.AtpSpark;
import io.atp.spark.ShuffleMeter;
import io.atp.spark.SparkGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Model.CommandSpec;

/// One command while it works: its session, its clock and record, and its voice.
final class SparkRun implements AutoCloseable {
  private final Terminal terminal;
  private final SparkOptions options;
  private final RunRecord record;
  private final boolean ownsSession;
  private final SparkSession spark;
  private final ShuffleMeter meter;

  SparkRun(Terminal terminal, SparkOptions options, CommandSpec spec) throws IOException {
    this.terminal = terminal;
    this.options = options;
    options.config();
    options.write();
    this.record =
        new RunRecord(Version.number(), spec.root().commandLine().getParseResult().originalArgs())
            .config(Map.of("seed", options.seed()));
    this.ownsSession = !SparkSession.getActiveSession().isDefined();
    this.spark = session(options, terminal);
    this.meter = ShuffleMeter.on(spark.sparkContext());
    try {
      refuseExisting();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static SparkSession session(SparkOptions options, Terminal terminal) {
    if (System.getProperty("log4j2.configurationFile") == null) {
      System.setProperty(
          "log4j2.configurationFile", "classpath:io/atp/spark/cli/log4j2.properties");
    }
    var builder =
        SparkSession.builder()
            .appName("atp")
            .config("spark.cleaner.referenceTracking.cleanCheckpoints", "true");
    for (String setting : options.settings()) {
      int equals = setting.indexOf('=');
      Require.that(equals > 0, "--conf takes KEY=VALUE, got '%s'", setting);
      builder.config(setting.substring(0, equals), setting.substring(equals + 1));
    }
    options.master().ifPresent(builder::master);
    boolean submitted = System.getProperty("spark.master") != null;
    if (options.master().isEmpty() && !submitted) {
      builder
          .master("local[*]")
          .config("spark.driver.host", "localhost")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.ui.enabled", "false")
          .config("spark.ui.showConsoleProgress", terminal.interactive() && !options.quiet())
          .config("spark.sql.shuffle.partitions", Runtime.getRuntime().availableProcessors() * 2);
    }
    return builder.getOrCreate();
  }

  private FileSystem files(Path path) throws IOException {
    return path.getFileSystem(spark.sparkContext().hadoopConfiguration());
  }

  private void refuseExisting() throws IOException {
    Path folder = new Path(options.out());
    boolean taken = files(folder).exists(folder) && files(folder).listStatus(folder).length > 0;
    Require.that(
        !taken || options.overwrite(),
        "%s exists and is not empty; --overwrite replaces it",
        options.out());
  }

  SparkGraph graph() throws IOException {
    Dataset<Row> edges = TableFiles.read(spark, options.edges(), options.format());
    Dataset<Row> nodes = TableFiles.read(spark, options.nodes(), options.format());
    SparkGraph graph =
        room(
            "import",
            () -> AtpSpark.on(edges, nodes).with(options.config()).graph(),
            found ->
                "%,d nodes, %,d arcs, %d partitions"
                    .formatted(found.nodeCount(), found.arcCount(), found.partitions()));
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put("nodes", graph.nodeCount());
    counts.put("arcs", graph.arcCount());
    counts.put("partitions", graph.partitions());
    counts.put("arcsRead", graph.account().arcsRead());
    counts.put("selfLoopsRemoved", graph.account().selfLoopsRemoved());
    counts.put("duplicatesRemoved", graph.account().duplicatesRemoved());
    counts.put("reversesAdded", graph.account().reversesAdded());
    record.results(counts);
    return graph;
  }

  /// Notes what masking did.
  void corrected(SparkGraph graph) {
    if (graph.correction().isPresent()) {
      CorrectionAccount account = graph.correction().get();
      record.result("nodesChosen", account.nodesChosen());
      record.result("maskedShare", account.maskedShare());
      record.result("arcsRemoved", account.arcsRemoved());
    }
  }

  <T> T room(String name, Supplier<T> body, Function<T, String> words) {
    long start = System.nanoTime();
    T result;
    try (var _ = record.time(name)) {
      result = body.get();
    }
    tell(name, words.apply(result), (System.nanoTime() - start) * 1e-9);
    return result;
  }

  private void tell(String room, String text, double seconds) {
    if (!options.quiet()) {
      (options.json() ? terminal.err() : terminal.out())
          .println("%-10s %-60s%8.1f s".formatted(room, text, seconds));
    }
  }

  RunRecord record() {
    return record;
  }

  void write(String name, Dataset<Row> table) {
    room(
        "write",
        () -> {
          TableFiles.write(table, options.out() + "/" + name, options.write());
          return name;
        },
        _ -> options.out() + "/" + name);
  }

  /// A folder of this machine's, copied to where the tables are.
  void copy(java.nio.file.Path folder, String name) throws IOException {
    Path to = new Path(options.out(), name);
    files(to).delete(to, true);
    files(to).copyFromLocalFile(new Path(folder.toUri()), to);
  }

  /// The record beside the tables, and on stdout where it was asked for.
  void finish(List<String> tables) throws IOException {
    record.result("tables", tables);
    Map<String, Object> shuffled = new LinkedHashMap<>();
    for (String room : List.of("import", "correct", "encode", "propagate")) {
      shuffled.put(room, meter.written("atp " + room + ":"));
    }
    record.result("shuffleBytes", shuffled);
    Map<String, Object> result = new LinkedHashMap<>(record.toMap());
    result.put("out", options.out());
    Path file = new Path(options.out(), "run.json");
    try (var out = files(file).create(file, true)) {
      out.write(Json.write(result).getBytes(StandardCharsets.UTF_8));
    }
    if (options.json()) {
      terminal.out().print(Json.write(result));
    }
  }

  @Override
  public void close() {
    if (ownsSession) {
      spark.stop();
    }
  }
}
