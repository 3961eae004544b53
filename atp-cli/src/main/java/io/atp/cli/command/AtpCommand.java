package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.cli.Version;
import java.util.concurrent.Callable;
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
      "%nDATA is a native store folder, a Planetoid folder (ind.NAME.*), a gnn-benchmark .npz"
          + " without pickles, or a SNAP edge list. Outputs are .npy files and a run.json that says"
          + " how they came about.%n"
    },
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"%nTry:  atp demo", "Each command explains itself:  atp encode --help"})
public final class AtpCommand implements Callable<Integer> {
  private static final int HELP_WIDTH = 100;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "The version.")
  private boolean version;

  @Spec private CommandSpec spec;

  /// The whole grammar, commands in the order of the flow.
  public static CommandLine commandLine(Terminal terminal) {
    return new CommandLine(new AtpCommand())
        .addSubcommand(new DemoCommand(terminal))
        .addSubcommand(new InfoCommand(terminal))
        .addSubcommand(new CorrectCommand(terminal))
        .addSubcommand(new EncodeCommand(terminal))
        .addSubcommand(new PropagateCommand(terminal))
        .addSubcommand(new GenerateCommand(terminal))
        .setUsageHelpWidth(HELP_WIDTH)
        .setUsageHelpLongOptionsMaxWidth(34);
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return Main.OK;
  }
}
