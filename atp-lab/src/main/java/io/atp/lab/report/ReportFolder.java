package io.atp.lab.report;

import io.atp.core.runtime.Require;
import io.atp.lab.svg.Palette;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// A report as files: `tables/ID.md`, `.csv` and `.tex`, `figures/ID-1.svg` and on, `index.html`.
public final class ReportFolder {
  private ReportFolder() {}

  /// Names and contents, the page last.
  public static Map<String, String> files(Report report) {
    requireNames(report);
    Map<String, String> files = new LinkedHashMap<>();
    for (Exhibit exhibit : report.exhibits()) {
      switch (exhibit) {
        case Table table -> {
          files.put("tables/" + table.id() + ".md", MarkdownTable.write(table));
          files.put("tables/" + table.id() + ".csv", CsvTable.write(table));
          files.put("tables/" + table.id() + ".tex", LatexTable.write(table));
        }
        case Figure figure -> {
          Colours colours = Colours.of(figure);
          for (int i = 0; i < figure.panels().size(); i++) {
            files.put(
                "figures/" + panelName(figure, i) + ".svg",
                Palette.standalone(Drawing.of(figure.panels().get(i), colours).svg()));
          }
        }
      }
    }
    files.put("index.html", HtmlReport.write(report));
    return files;
  }

  /// Writes into a folder that may hold other things, and an earlier report: every file is replaced
  /// in one step, and the page comes last, so that whoever opens it finds all it speaks of.
  public static void write(Report report, Path folder) throws IOException {
    for (Map.Entry<String, String> file : files(report).entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Path growing =
          path.resolveSibling("." + path.getFileName() + "." + ProcessHandle.current().pid());
      try {
        Files.writeString(growing, file.getValue());
        Files.move(
            growing, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(growing);
      }
    }
  }

  static String panelName(Figure figure, int panel) {
    return figure.id() + "-" + (panel + 1);
  }

  /// Ids become names of files and places in the page.
  static void requireNames(Report report) {
    Set<String> seen = new HashSet<>();
    for (Exhibit exhibit : report.exhibits()) {
      Require.that(
          exhibit.id().matches("[A-Za-z0-9][A-Za-z0-9_-]*"),
          "'%s' is no id for a table or figure",
          exhibit.id());
      Require.that(seen.add(exhibit.id()), "two exhibits have the id %s", exhibit.id());
    }
  }
}
