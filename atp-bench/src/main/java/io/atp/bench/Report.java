package io.atp.bench;

import io.atp.io.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The rows so far, as text on the way and as Markdown and JSON at the end.
final class Report {
  private static final String[] HEAD = {
    "task", "who", "best", "median", "atp is faster by", "target", "note"
  };

  private final Map<String, Object> facts = new LinkedHashMap<>();
  private final List<Row> rows = new ArrayList<>();
  private final Consumer<String> log;

  /// @param log hears every row as soon as it is there
  Report(Consumer<String> log) {
    this.log = log;
  }

  void fact(String name, Object value) {
    facts.put(name, value);
    log.accept(name + ": " + value);
  }

  void add(Row row) {
    rows.add(row);
    log.accept(String.join(" | ", row.cells()));
  }

  List<Row> rows() {
    return List.copyOf(rows);
  }

  String markdown() {
    List<String[]> lines = new ArrayList<>();
    lines.add(HEAD);
    rows.forEach(row -> lines.add(row.cells()));
    int[] widths = new int[HEAD.length];
    for (String[] line : lines) {
      for (int cell = 0; cell < line.length; cell++) {
        widths[cell] = Math.max(widths[cell], line[cell].length());
      }
    }
    StringBuilder text = new StringBuilder();
    facts.forEach((name, value) -> text.append("- %s: %s%n".formatted(name, value)));
    text.append('\n');
    for (int line = 0; line < lines.size(); line++) {
      appendLine(text, lines.get(line), widths);
      if (line == 0) {
        for (int width : widths) {
          text.append('|').repeat('-', width + 2);
        }
        text.append("|\n");
      }
    }
    return text.toString();
  }

  private static void appendLine(StringBuilder text, String[] cells, int[] widths) {
    for (int cell = 0; cell < cells.length; cell++) {
      text.append("| ").append(cells[cell]);
      text.repeat(' ', widths[cell] - cells[cell].length() + 1);
    }
    text.append("|\n");
  }

  /// Writes `compare.md` and `compare.json`.
  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("compare.md"), markdown());
    Map<String, Object> json = new LinkedHashMap<>(facts);
    json.put("rows", rows.stream().map(Row::json).toList());
    Files.writeString(folder.resolve("compare.json"), Json.write(json));
  }
}
