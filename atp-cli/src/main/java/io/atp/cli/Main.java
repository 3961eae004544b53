package io.atp.cli;

import io.atp.cli.command.AtpCommand;
import io.atp.cli.option.CommonOptions;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/// The door: `main` for the launcher, [#run] for tests and anyone who wants the exit code.
public final class Main {
  /// The command did what was asked.
  public static final int OK = 0;

  /// Our own mistake.
  public static final int INTERNAL_ERROR = 1;

  /// Something the user or the machine has to change.
  public static final int BAD_INPUT = 2;

  private static final int BUFFER_BYTES = 1 << 13;

  private Main() {}

  public static void main(String[] args) {
    PrintStream out = stream(new FileOutputStream(FileDescriptor.out), false);
    PrintStream err = stream(new StandardError(), true);
    System.setErr(err);
    int exit = run(args, new Terminal(out, err, Boolean.getBoolean("atp.terminal")));
    out.flush();
    if (exit == OK && out.checkError()) {
      err.println("atp: standard output could not be written");
      exit = BAD_INPUT;
    }
    System.exit(exit);
  }

  /// Runs one command line and returns its exit code. Nothing is thrown.
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return run(args, new Terminal(out, err, false));
  }

  private static int run(String[] args, Terminal terminal) {
    // Errors of the parser come before options are known, so these are looked for by name.
    boolean debug = Arrays.asList(args).contains(CommonOptions.DEBUG);
    StderrLoggerFinder.level(debug ? System.Logger.Level.INFO : System.Logger.Level.WARNING);
    var failures = new Failures(terminal, debug);
    try {
      CommandLine line = AtpCommand.commandLine(terminal, List.of(args));
      line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
      line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
      line.setParameterExceptionHandler((e, _) -> failures.tell(e));
      line.setExecutionExceptionHandler((e, _, _) -> failures.tell(e));
      return line.execute(args);
    } catch (Throwable e) { // an Error: picocli hands on exceptions only
      return failures.tell(e);
    } finally {
      terminal.out().flush();
      terminal.err().flush();
    }
  }

  /// UTF-8 whatever the locale says, as the files we write.
  private static PrintStream stream(OutputStream descriptor, boolean autoFlush) {
    return new PrintStream(
        new BufferedOutputStream(descriptor, BUFFER_BYTES), autoFlush, StandardCharsets.UTF_8);
  }
}
