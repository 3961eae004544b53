package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Version;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `atp` without a word after it says what there is.
@Command(
    name = "atp",
    header = "Adaptive Topology-aware Propagation for large graphs.",
    description = {
      "%ngraph ─▶ correct ─▶ encode ─▶ operator ─▶ propagate",
      "%nDATA is the name of a data set such as cora, or a file or folder: a native store, tables"
          + " (CSV, Parquet, JSON lines), an edge list, .npz, Matrix Market, GraphML, Planetoid,"
          + " OGB, GraphSAINT, DGL OnDiskDataset, Neo4j CSV or BVGraph. Outputs are .npy files and"
          + " a run.json that says how they came about.%n"
    },
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"%nTry:  atp demo", "Each command explains itself:  atp encode --help"})
public final class AtpCommand implements Callable<Integer> {
  private static final String VERSION = "--version";
  private static final int HELP_WIDTH = 100;
  private static final int OPTION_WIDTH = 34;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  @Option(
      names = {"-V", VERSION},
      versionHelp = true,
      description = "The version.")
  private boolean version;

  @Spec private CommandSpec spec;

  /// The grammar a command line needs.
  ///
  /// Building the model of a command takes longer than many a command, so a line that names one
  /// gets that one alone; anything else gets them all, in the order of the flow.
  public static CommandLine commandLine(Terminal terminal, List<String> args) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("demo", () -> new DemoCommand(terminal));
    commands.put("info", () -> new InfoCommand(terminal));
    commands.put("estimate", () -> new EstimateCommand(terminal));
    commands.put("import", () -> new ImportCommand(terminal));
    commands.put("export", () -> new ExportCommand(terminal));
    commands.put("fsck", () -> new FsckCommand(terminal));
    commands.put("correct", () -> new CorrectCommand(terminal));
    commands.put("encode", () -> new EncodeCommand(terminal));
    commands.put("propagate", () -> new PropagateCommand(terminal));
    commands.put("train", () -> new TrainCommand(terminal));
    commands.put("tune", () -> new TuneCommand(terminal));
    commands.put("predict", () -> new PredictCommand(terminal));
    commands.put("explain", () -> new ExplainCommand(terminal));
    commands.put("models", () -> new ModelsCommand(terminal));
    commands.put("results", () -> new ResultsCommand(terminal));
    commands.put("reproduce", () -> new ReproduceCommand(terminal));
    commands.put("verify", () -> new VerifyCommand(terminal));
    commands.put("generate", () -> new GenerateCommand(terminal));
    commands.put("spark", SparkCommand::new);
    String first = args.isEmpty() ? "" : args.getFirst();
    if (commands.containsKey(first)) {
      commands.keySet().retainAll(List.of(first));
    } else if (first.equals(VERSION)) {
      commands.clear();
    }
    var line = new CommandLine(new AtpCommand());
    commands.values().forEach(command -> line.addSubcommand(command.get()));
    return line.setUsageHelpWidth(HELP_WIDTH).setUsageHelpLongOptionsMaxWidth(OPTION_WIDTH);
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return Main.OK;
  }
}
