package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.core.runtime.Require;
import io.atp.io.json.Json;
import io.atp.io.store.OutputFile;
import io.atp.io.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `atp results RUNS`: a table from run records, and from nothing else.
@Command(
    name = "results",
    header = "Make a table of the runs in a folder.",
    description =
        "%nReads the run.json of every folder in RUNS that train or tune wrote, and the searches"
            + " that reproduce recorded if RUNS is its folder: one row per data set and model.%n",
    footer = {"%nExample:", "  atp results runs --out results.md"},
    customSynopsis = "atp results RUNS [--out FILE | --into FILE]",
    sortOptions = false)
final class ResultsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "RUNS", description = "Folder of run folders.")
  private Path runs;

  @Option(names = "--out", paramLabel = "FILE", description = "Markdown file. Default: stdout.")
  private Path out;

  @Option(
      names = "--into",
      paramLabel = "FILE",
      description = {
        "Markdown file with a table of earlier runs: rows these runs made are put in or replaced,"
            + " the rest stays."
      })
  private Path into;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  ResultsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Require.that(Files.isDirectory(runs), "%s is not a folder of runs", runs);
    Require.that(out == null || into == null, "--out and --into are two ways to write: give one");
    if (into == null) {
      ResultsTable table = new ResultsTable();
      fill(table);
      write(String.join("\n", table.lines()) + "\n");
    } else {
      Require.that(Files.isRegularFile(into), "%s is not a file", into);
      ResultsTable.Page page =
          ResultsTable.find(TextFile.whole(into, "table").lines().toList(), into);
      fill(page.table());
      try (OutputFile file = OutputFile.replace(into)) {
        Files.writeString(file.growing(), page.text());
        file.commit();
      }
    }
    return Main.OK;
  }

  private void write(String text) throws IOException {
    if (out == null) {
      terminal.out().print(text);
      terminal.out().flush();
      return;
    }
    try (OutputFile file = OutputFile.create(out)) {
      Files.writeString(file.growing(), text);
      file.commit();
    }
  }

  private void fill(ResultsTable table) throws IOException {
    int searches = RecordedSearches.fill(runs.resolve(ReproduceCommand.RECORDS), table);
    List<Path> records;
    try (Stream<Path> folders = Files.list(runs)) {
      records =
          folders
              .map(folder -> folder.resolve("run.json"))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
    }
    Require.that(
        !records.isEmpty() || searches > 0,
        "%s holds no run that train, tune or reproduce wrote",
        runs);
    for (Path file : records) {
      if (Json.parse(TextFile.whole(file, "record"), file.toString()) instanceof Map<?, ?> record
          && record.get("results") instanceof Map<?, ?> results
          && results.get("model") instanceof String model
          && results.get("dataset") instanceof String dataSet) {
        var config = record.get("config") instanceof Map<?, ?> given ? given : Map.of();
        String setting = Boolean.TRUE.equals(config.get("inductive")) ? ", inductive" : "";
        add(table.row(dataSet + setting, model), config, results, file);
      }
    }
  }

  private static void add(ResultsTable.Row row, Map<?, ?> config, Map<?, ?> results, Path file) {
    if (results.get("adviseAtp") instanceof Boolean advise) {
      Map<?, ?> atp = part(results, "atp", file);
      row.search(
          new ResultsTable.Search(
              config.containsKey("budget") ? config.get("budget").toString() : "",
              spread(part(results, "baseline", file), file),
              spread(atp, file),
              choice(part(atp, "operator", file), share(atp)),
              ResultsTable.advice(advise)));
    } else if (!results.containsKey("baseline")) {
      row.recipe(spread(results, file));
    }
  }

  private static Map<?, ?> part(Map<?, ?> of, String name, Path file) {
    if (of.get(name) instanceof Map<?, ?> part) {
      return part;
    }
    throw new IllegalArgumentException(
        "%s is not a whole record of a run: it has no %s".formatted(file, name));
  }

  private static double number(Map<?, ?> of, String name, Path file) {
    if (of.get(name) instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(
        "%s is not a whole record of a run: its test has no %s".formatted(file, name));
  }

  private static String spread(Map<?, ?> result, Path file) {
    Map<?, ?> test = part(result, "test", file);
    return ResultsTable.spread(number(test, "mean", file), number(test, "std", file));
  }

  private static double share(Map<?, ?> winner) {
    return winner.get("removedShare") instanceof Number share ? share.doubleValue() : 0;
  }

  /// The operator in a few words.
  ///
  /// @param removed share of the edges
  static String choice(Map<?, ?> operator, double removed) {
    StringBuilder words = new StringBuilder();
    if (operator.get("correction") instanceof Map<?, ?> mask) {
      words
          .append(mask.get("by"))
          .append(String.format(Locale.ROOT, ", %.0f %% hidden; ", 100 * removed));
    }
    if (operator.get("encoding") instanceof Map<?, ?> encoding) {
      words.append("r̃ ").append(encoding.get("weights")).append(", C ");
      words.append(encoding.get("coefficientScale"));
    } else {
      words.append("r = ").append(operator.get("r"));
    }
    return words.toString();
  }
}
