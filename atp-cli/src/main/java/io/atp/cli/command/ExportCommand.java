package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.core.runtime.Require;
import io.atp.io.dataset.GraphData;
import io.atp.io.export.ExportFormat;
import io.atp.io.export.ExportReport;
import io.atp.io.export.GraphExport;
import io.atp.tables.TableExport;
import io.atp.tables.TableFormat;
import io.atp.webgraph.WebGraphExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp export DATA OUT --to FORMAT`.
@Command(
    name = "export",
    header = "Write a graph, or what a run computed, in another format, by the original ids.",
    description = {
      "%nA graph goes to npz, mtx, graphml (one file) or npy, csv, parquet, ondisk, bvgraph (a"
          + " folder). What a format has no place for is told.",
      "%nFrom the folder of atp encode or atp propagate, --what coefficients, hops or operator"
          + " becomes one table, parquet or csv, a row for each node or entry; from the CSV of atp"
          + " predict, --what predictions does.%n"
    },
    footer = {
      "%nExample:",
      "  atp generate --nodes 1000 --edges 5000 --out small",
      "  atp export small tables --to csv"
    },
    customSynopsis = "atp export DATA OUT --to FORMAT [OPTIONS]",
    sortOptions = false)
final class ExportCommand implements Callable<Integer> {
  /// The formats a graph can have.
  enum To {
    NPZ,
    NPY,
    PARQUET,
    CSV,
    MTX,
    ONDISK,
    GRAPHML,
    BVGRAPH;

    static To of(String word) {
      for (To to : values()) {
        if (to.word().equals(word)) {
          return to;
        }
      }
      throw new IllegalArgumentException(
          "--to must be npz, npy, parquet, csv, mtx, ondisk, graphml or bvgraph, got '%s'"
              .formatted(word));
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "DATA", description = DataOptions.DATA)
  private String typed;

  @Parameters(index = "1", paramLabel = "OUT", description = "File or folder to write.")
  private Path out;

  @Option(names = "--to", paramLabel = "FORMAT", required = true, description = "Format to write.")
  private String to;

  @Option(
      names = "--what",
      paramLabel = "PART",
      description =
          "graph, coefficients, hops, operator or predictions. Default: the graph, or what a run"
              + " folder holds.")
  private String what;

  @Option(
      names = "--graph",
      paramLabel = "DATA",
      description = "The graph of a run, for its ids. Default: as the run recorded.")
  private String graph;

  @Mixin private DataOptions sources;

  @Mixin private CommonOptions common;

  ExportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    To format = To.of(to);
    try (var run = new Run(terminal, common, spec)) {
      Path path = run.find(sources, typed);
      RunPart part = RunPart.of(what, path);
      run.config(Map.of("to", format.word(), "what", part.word()));
      if (part == RunPart.GRAPH) {
        graph(run, path, format);
      } else {
        table(run, path, part, format);
      }
    }
    return Main.OK;
  }

  private void graph(Run run, Path path, To format) throws IOException {
    Require.that(
        !Files.exists(out) || !Files.isSameFile(out, path), "%s is the input; name another", out);
    GraphData data;
    switch (format) {
      case NPZ, MTX, GRAPHML -> {
        data = run.read(path);
        ExportFormat file = ExportFormat.valueOf(format.name());
        tell(
            run,
            run.room("export", () -> GraphExport.write(data, file, out, run.work()), this::line));
        run.finishFile(out);
      }
      case NPY, CSV, ONDISK, PARQUET, BVGRAPH -> {
        var folder = run.output(out, path);
        data = run.read(path);
        tell(
            run,
            run.room(
                "export",
                () ->
                    switch (format) {
                      case PARQUET -> TableExport.graph(folder, TableFormat.PARQUET, data);
                      case BVGRAPH -> WebGraphExport.write(data, folder);
                      default ->
                          GraphExport.write(
                              data, ExportFormat.valueOf(format.name()), folder, run.work());
                    },
                this::line));
        run.finish();
      }
    }
  }

  private String line(ExportReport report) {
    return report.format() + " to " + out;
  }

  private void tell(Run run, ExportReport report) {
    report.sentences().forEach(sentence -> run.say("  " + sentence));
    run.record().result("leftOut", report.sentences());
  }

  private void predictions(Run run, Path csv, TableFormat format) throws IOException {
    long rows =
        run.room(
            "export",
            () -> PredictionTable.convert(csv, out, format),
            count -> "%d predictions to %s".formatted(count, out));
    run.record().result("rows", rows);
    run.finishFile(out);
  }

  private void table(Run run, Path path, RunPart part, To format) throws IOException {
    Require.that(
        format == To.PARQUET || format == To.CSV,
        "%s of a run are written as parquet or csv, not %s; the run holds them as .npy",
        part.word(),
        format.word());
    if (part == RunPart.PREDICTIONS) {
      predictions(run, path, TableFormat.valueOf(format.name()));
      return;
    }
    GraphData data = TrainedOn.read(run, path, graph, sources);
    long rows =
        run.room(
            "export",
            () ->
                RunTables.write(
                    path, part, data.ids(), out, TableFormat.valueOf(format.name()), run.work()),
            count -> "%s, %d rows, to %s".formatted(part.word(), count, out));
    run.record().result("rows", rows);
    run.finishFile(out);
  }
}
