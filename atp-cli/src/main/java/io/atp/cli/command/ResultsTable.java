package io.atp.cli.command;

import io.atp.lab.study.PaperFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The Markdown table of `atp results`: a row per data set and model, in that order. It can be read
/// back, so that runs of today are put beside rows of runs that are gone.
final class ResultsTable {
  private static final String HEADER =
      "| data set | model | published | in the paper | baseline, recipe | budget |"
          + " baseline, tuned | ATP, tuned | operator of ATP's winner | validation advises |";
  private static final String RULE =
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |";
  private static final int COLUMNS = 10;

  private final Map<String, Row> rows = new TreeMap<>();

  /// What the runs of one data set and model say; empty texts where no run does.
  static final class Row {
    private final String dataSet;
    private final String model;
    private String recipe = "";
    private Search search = new Search("", "", "", "", "");

    private Row(String dataSet, String model) {
      this.dataSet = dataSet;
      this.model = model;
    }

    void recipe(String spread) {
      recipe = spread;
    }

    void search(Search found) {
      search = found;
    }
  }

  /// The cells that one search fills together.
  record Search(String budget, String baseline, String atp, String operator, String advice) {}

  /// Of shares, as per cent.
  static String spread(double mean, double deviation) {
    return String.format(Locale.ROOT, "%.1f ± %.1f", 100 * mean, 100 * deviation);
  }

  static String advice(boolean atp) {
    return atp ? "ATP" : "no ATP";
  }

  Row row(String dataSet, String model) {
    return rows.computeIfAbsent(dataSet + " | " + model, _ -> new Row(dataSet, model));
  }

  /// A text with its table taken out.
  record Page(List<String> before, ResultsTable table, List<String> after) {
    String text() throws IOException {
      List<String> lines = new ArrayList<>(before);
      lines.addAll(table.lines());
      lines.addAll(after);
      return String.join("\n", lines) + "\n";
    }
  }

  /// Finds the table in a text by its header.
  static Page find(List<String> text, Object file) {
    int from = text.indexOf(HEADER);
    if (from < 0) {
      throw new IllegalArgumentException(
          "%s holds no table that atp results made: no line is its header".formatted(file));
    }
    ResultsTable table = new ResultsTable();
    int at = from + 2;
    while (at < text.size() && text.get(at).startsWith("|")) {
      table.read(text.get(at), file, ++at);
    }
    return new Page(
        text.subList(0, from), table, text.subList(Math.min(at, text.size()), text.size()));
  }

  private void read(String line, Object file, int number) {
    String[] cells = line.substring(1).split("\\|", -1);
    if (cells.length != COLUMNS + 1) {
      throw new IllegalArgumentException(
          "%s:%d: a row of the table has %d cells, not %d"
              .formatted(file, number, cells.length - 1, COLUMNS));
    }
    for (int column = 0; column < COLUMNS; column++) {
      cells[column] = cells[column].strip();
    }
    Row row = row(cells[0], cells[1]);
    row.recipe(cells[4]);
    row.search(new Search(cells[5], cells[6], cells[7], cells[8], cells[9]));
  }

  List<String> lines() throws IOException {
    PublishedScores published = PublishedScores.read();
    List<String> lines = new ArrayList<>(List.of(HEADER, RULE));
    for (Row row : rows.values()) {
      String theirs =
          published
              .of(row.model, row.dataSet)
              .map(score -> score.accuracy() + " (" + score.source() + ")")
              .orElse("");
      Search search = row.search;
      lines.add(
          "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |"
              .formatted(
                  row.dataSet,
                  row.model,
                  theirs,
                  inThePaper(row),
                  row.recipe,
                  search.budget,
                  search.baseline,
                  search.atp,
                  search.operator,
                  search.advice));
    }
    return lines;
  }

  /// Without and with ATP, as the paper's first table has them.
  private static String inThePaper(Row row) {
    StringBuilder words = new StringBuilder();
    for (String label : List.of("plain", "with ATP")) {
      PaperFigures.builtIn()
          .of("Table 1", row.model, label, row.dataSet)
          .ifPresent(score -> words.append(words.isEmpty() ? "" : " → ").append(score.mean()));
    }
    return words.toString();
  }
}
