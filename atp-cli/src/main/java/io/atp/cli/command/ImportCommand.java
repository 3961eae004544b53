package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Text;
import io.atp.cli.option.CheckpointOptions;
import io.atp.cli.option.CommonOptions;
import io.atp.cli.option.DataOptions;
import io.atp.cli.option.TableOptions;
import io.atp.core.runtime.Workers;
import io.atp.io.checkpoint.Fingerprint;
import io.atp.io.dataset.GraphData;
import io.atp.io.doctor.Finding;
import io.atp.io.doctor.Severity;
import io.atp.io.registry.DataSources;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `atp import SRC OUT`.
@Command(
    name = "import",
    header = "Read a graph in any known format and keep it as a native store.",
    description =
        "%nThe store holds .npy files that Java and NumPy map without copying, a checksum for each"
            + " file and each block of it, and the original ids. It appears whole or not at all.%n",
    footer = {
      "%nExample:",
      "  atp generate --nodes 1000 --edges 5000 --out small",
      "  atp import small store"
    },
    customSynopsis = "atp import SRC OUT [OPTIONS]",
    sortOptions = false)
final class ImportCommand implements Callable<Integer> {
  /// Bytes from which on a stop costs more than keeping parts does.
  private static final long LONG_INPUT = 4L << 30;

  private final Terminal terminal;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SRC", description = DataOptions.DATA)
  private String typed;

  @Parameters(index = "1", paramLabel = "OUT", description = "Folder to write.")
  private Path out;

  @ArgGroup(validate = false, heading = TableOptions.HEADING)
  private TableOptions tables = new TableOptions();

  @Mixin private DataOptions sources;

  @Mixin private CheckpointOptions checkpoint;

  @Mixin private CommonOptions common;

  ImportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    try (var run = new Run(terminal, common, spec)) {
      DataSources.Found found = run.found(sources, typed);
      OutputFolder folder = run.output(out, found.path());
      run.spill(0);
      run.checkpoint(
          out,
          checkpoint.asked() || bytes(found.path()) >= LONG_INPUT,
          () -> facts(found.path(), run.work().workers()));
      GraphData data =
          tables.meant(found.path())
              ? TableRoom.read(run, found.path(), tables, common.memory())
              : run.read(found.path());
      examine(run, found, data);
      run.room(
          "store",
          () -> {
            NativeStore.write(folder, data, run.work());
            return data;
          },
          _ -> "native store");
      run.record().result("nodes", data.graph().nodeCount());
      run.record().result("edges", data.graph().edgeCount());
      run.finish();
    }
    return Main.OK;
  }

  private Map<String, Object> facts(Path path, Workers workers) throws IOException {
    Map<String, Object> facts = new LinkedHashMap<>(tables.settings());
    facts.put("command", "import");
    facts.put("input", Fingerprint.of(path, workers));
    if (tables.nodes().isPresent()) {
      facts.put("nodesInput", Fingerprint.of(tables.nodes().get(), workers));
    }
    return facts;
  }

  private static long bytes(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return Files.exists(path) ? Files.size(path) : 0;
    }
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /// What is odd about the graph, in a line each; `atp info OUT` says why and what to do.
  private void examine(Run run, DataSources.Found found, GraphData data) throws IOException {
    Examination examination =
        run.room(
            "examine",
            () -> Examination.of(out.toString(), found.dataSet(), data, run.work()),
            e -> counts(e.findings()));
    run.record().result("findings", examination.toMap().get("findings"));
    for (Finding finding : examination.findings()) {
      if (finding.severity() != Severity.NOTE) {
        run.say("  " + word(finding.severity()) + ": " + finding.sentence());
      }
    }
  }

  private static String counts(List<Finding> findings) {
    List<String> parts = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      long count = findings.stream().filter(f -> f.severity() == severity).count();
      if (count > 0) {
        parts.add(Text.count(count) + " " + word(severity));
      }
    }
    return parts.isEmpty() ? "nothing odd" : parts.stream().collect(Collectors.joining(", "));
  }

  private static String word(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }
}
