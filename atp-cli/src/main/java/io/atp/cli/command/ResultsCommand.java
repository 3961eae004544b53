package io.atp.cli.command;

import io.atp.cli.Main;
import io.atp.cli.Terminal;
import io.atp.core.runtime.Require;
import io.atp.io.json.Json;
import io.atp.io.store.OutputFile;
import io.atp.lab.study.PaperFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
        "%nReads the run.json of every folder in RUNS that train or tune wrote: one row per data"
            + " set and model.%n",
    footer = {"%nExample:", "  atp results runs --out results.md"},
    customSynopsis = "atp results RUNS [--out FILE]",
    sortOptions = false)
final class ResultsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "RUNS", description = "Folder of run folders.")
  private Path runs;

  @Option(names = "--out", paramLabel = "FILE", description = "Markdown file. Default: stdout.")
  private Path out;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  private boolean help;

  ResultsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /// What the runs of one data set and model say; empty texts where no run does.
  private static final class Line {
    private final String dataSet;
    private final String model;
    private String plain = "";
    private String budget = "";
    private String tuned = "";
    private String adaptive = "";
    private String choice = "";
    private String advice = "";

    Line(String dataSet, String model) {
      this.dataSet = dataSet;
      this.model = model;
    }
  }

  @Override
  public Integer call() throws IOException {
    Require.that(Files.isDirectory(runs), "%s is not a folder of runs", runs);
    Map<String, Line> lines = new TreeMap<>();
    List<Path> records;
    try (Stream<Path> folders = Files.list(runs)) {
      records =
          folders
              .map(folder -> folder.resolve("run.json"))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
    }
    Require.that(!records.isEmpty(), "%s holds no run that train or tune wrote", runs);
    for (Path file : records) {
      if (Json.parse(Files.readString(file), file.toString()) instanceof Map<?, ?> record
          && record.get("results") instanceof Map<?, ?> results
          && results.get("model") instanceof String model
          && results.get("dataset") instanceof String dataSet) {
        var config = record.get("config") instanceof Map<?, ?> given ? given : Map.of();
        String setting = Boolean.TRUE.equals(config.get("inductive")) ? ", inductive" : "";
        Line line =
            lines.computeIfAbsent(
                dataSet + setting + " | " + model, _ -> new Line(dataSet + setting, model));
        add(line, results, file);
        if (config.containsKey("budget")) {
          line.budget = config.get("budget").toString();
        }
      }
    }
    String table = table(lines);
    if (out == null) {
      terminal.out().print(table);
      terminal.out().flush();
    } else {
      try (OutputFile file = OutputFile.create(out)) {
        Files.writeString(file.growing(), table);
        file.commit();
      }
    }
    return Main.OK;
  }

  private static void add(Line line, Map<?, ?> results, Path file) {
    if (results.get("adviseAtp") instanceof Boolean advise) {
      Map<?, ?> atp = part(results, "atp", file);
      line.tuned = spread(part(results, "baseline", file), file);
      line.adaptive = spread(atp, file);
      line.choice = choice(atp, file);
      line.advice = advise ? "ATP" : "no ATP";
    } else if (!results.containsKey("baseline")) {
      line.plain = spread(results, file);
    }
  }

  private static Map<?, ?> part(Map<?, ?> of, String name, Path file) {
    if (of.get(name) instanceof Map<?, ?> part) {
      return part;
    }
    throw new IllegalArgumentException(
        "%s is not a whole record of a run: it has no %s".formatted(file, name));
  }

  private static double percent(Map<?, ?> of, String name, Path file) {
    if (of.get(name) instanceof Number number) {
      return 100 * number.doubleValue();
    }
    throw new IllegalArgumentException(
        "%s is not a whole record of a run: its test has no %s".formatted(file, name));
  }

  private static String spread(Map<?, ?> result, Path file) {
    Map<?, ?> test = part(result, "test", file);
    return String.format(
        Locale.ROOT, "%.1f ± %.1f", percent(test, "mean", file), percent(test, "std", file));
  }

  /// The operator in a few words.
  private static String choice(Map<?, ?> winner, Path file) {
    Map<?, ?> operator = part(winner, "operator", file);
    StringBuilder words = new StringBuilder();
    if (operator.get("correction") instanceof Map<?, ?> mask) {
      double removed = winner.get("removedShare") instanceof Number share ? share.doubleValue() : 0;
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

  private static String table(Map<String, Line> lines) throws IOException {
    PublishedScores published = PublishedScores.read();
    StringBuilder table = new StringBuilder();
    table.append(
        "| data set | model | published | in the paper | baseline, recipe | budget |"
            + " baseline, tuned | ATP, tuned | operator of ATP's winner | validation advises |\n");
    table.append("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (Line line : lines.values()) {
      String theirs =
          published
              .of(line.model, line.dataSet)
              .map(score -> score.accuracy() + " (" + score.source() + ")")
              .orElse("");
      table.append(
          "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |%n"
              .formatted(
                  line.dataSet,
                  line.model,
                  theirs,
                  inThePaper(line),
                  line.plain,
                  line.budget,
                  line.tuned,
                  line.adaptive,
                  line.choice,
                  line.advice));
    }
    return table.toString();
  }

  /// Without and with ATP, as the paper's first table has them.
  private static String inThePaper(Line line) {
    StringBuilder words = new StringBuilder();
    for (String label : List.of("plain", "with ATP")) {
      PaperFigures.builtIn()
          .of("Table 1", line.model, label, line.dataSet)
          .ifPresent(score -> words.append(words.isEmpty() ? "" : " → ").append(score.mean()));
    }
    return words.toString();
  }
}
