package io.atp.spark.cli;

import io.atp.cli.Failures;
import io.atp.cli.StderrLoggerFinder;
import io.atp.cli.Terminal;
import io.atp.spark.Causes;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The door for the launcher and for spark-submit.
@Command(
    name = "atp spark",
    header = "Adaptive Topology-aware Propagation on Spark.",
    description = {
      "%nEDGES and NODES are tables: Parquet, ORC, CSV or JSON, files or folders, in any file"
          + " system that Spark reads. Without a cluster everything runs embedded, local[*].%n"
    },
    synopsisSubcommandLabel = "run|encode|propagate|predict",
    footer = "%nEach command explains itself:  atp spark run --help")
public final class Main implements Runnable {
  private static final int WIDTH = 100;
  private static final int OPTION_WIDTH = 34;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  public static void main(String[] args) {
    int exit = run(args, System.out, System.err);
    System.out.flush();
    if (exit != 0) {
      System.exit(exit);
    }
  }

  /// Runs one command line and returns its exit code. Nothing is thrown.
  public static int run(String[] args, PrintStream out, PrintStream err) {
    boolean debug = Arrays.asList(args).contains(SparkOptions.DEBUG);
    StderrLoggerFinder.level(debug ? System.Logger.Level.INFO : System.Logger.Level.WARNING);
    Terminal terminal = new Terminal(out, err, Boolean.getBoolean("atp.terminal"));
    Failures failures = new Failures(terminal, debug);
    try {
      CommandLine line =
          new CommandLine(new Main())
              .addSubcommand(new RunCommand(terminal))
              .addSubcommand(new EncodeCommand(terminal))
              .addSubcommand(new PropagateCommand(terminal))
              .addSubcommand(new PredictCommand(terminal))
              .setUsageHelpWidth(WIDTH)
              .setUsageHelpLongOptionsMaxWidth(OPTION_WIDTH)
              .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
              .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
              .setParameterExceptionHandler((e, _) -> failures.tell(e))
              .setExecutionExceptionHandler((e, _, _) -> failures.tell(Causes.own(e)));
      return line.execute(args);
    } catch (Throwable e) { // an Error: picocli hands on exceptions only
      return failures.tell(Causes.own(e));
    }
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
