package io.atp.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFormatsTest {
  private static final Table TABLE = SampleReport.scores();

  @Test
  void markdownHasARowForEachRowAndACellForEachEntry() {
    List<String> rows =
        MarkdownTable.write(TABLE).lines().filter(line -> line.startsWith("|")).toList();
    assertThat(rows).hasSize(2 + TABLE.rows().size());
    assertThat(rows).allSatisfy(row -> assertThat(row.split("(?<!\\\\)\\|", -1)).hasSize(7));
    assertThat(rows.get(3)).contains("▲ +1.9", "published 83.7 ± 0.5", "[gen]");
    assertThat(rows.get(4)).contains("– no room: 31 GB").doesNotContain("<img");
  }

  @Test
  void csvHasALineForEachEntryAndAFieldForEachFigure() {
    List<String> lines = CsvTable.write(TABLE).lines().toList();
    assertThat(lines).hasSize(1 + 3 * 4);
    assertThat(lines).allSatisfy(line -> assertThat(fields(line)).hasSize(CsvTable.HEAD.size()));
    assertThat(fields(lines.get(5))).startsWith("SGC", "+ATP", "Cora", "score").contains("83.7");
    assertThat(lines.get(7)).contains("true");
    assertThat(lines.get(10)).contains("missing", "no room: 31 GB are needed");
  }

  /// Fields of one line, quotes taken off.
  private static List<String> fields(String line) {
    return Stream.of(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
        .map(field -> field.startsWith("\"") ? field.substring(1, field.length() - 1) : field)
        .toList();
  }

  @Test
  void aNameThatASpreadsheetWouldRunIsQuoted() {
    var row = new Table.Row("=1+2", "+cmd|' /C calc'!A0", List.of(new Entry.Text("@SUM(A1)")));
    Table table = new Table("t", "t", "", "", List.of("c"), List.of(row), List.of(), List.of());
    assertThat(CsvTable.write(table)).contains("'=1+2,'+cmd|", "'@SUM(A1)");
  }

  @Test
  void latexHasARowForEachRowAndEscapesWhatTexWouldRead() {
    var row =
        new Table.Row("a_b", "50 % & $x^2 {} #1 \\input", List.of(new Entry.Missing("~no_data")));
    Table table =
        new Table("t", "t", "", "m", List.of("c"), List.of(row), List.of("n & m"), List.of());
    assertThat(LatexTable.write(table))
        .contains(
            "a\\_b 50 \\% \\& \\$x\\textasciicircum{}2 \\{\\} \\#1 \\textbackslash{}input"
                + " & -- \\textit{\\textasciitilde{}no\\_data} \\\\");
    List<String> rows =
        LatexTable.write(TABLE).lines().filter(line -> line.endsWith("\\\\")).toList();
    assertThat(rows).hasSize(1 + TABLE.rows().size());
    assertThat(rows).allSatisfy(line -> assertThat(line.split("(?<!\\\\)&", -1)).hasSize(5));
    assertThat(rows.get(2)).contains("^{*}", "^{g}", "\\pm");
  }

  @Test
  void whatWasNotMeasuredStandsBesideWhatIsPublished() {
    var missing =
        new Entry.Missing(
            "not at hand", Optional.of(new Entry.Published(71.84, 0.26, "the paper")));
    var row = new Table.Row("SGC", "plain", List.of(missing));
    Table table = new Table("t", "t", "", "", List.of("c"), List.of(row), List.of(), List.of());
    assertThat(MarkdownTable.write(table)).contains("| – not at hand (published 71.84 ± 0.26) |");
    assertThat(CsvTable.write(table))
        .contains("SGC,plain,c,missing,,,,71.84,0.26,the paper,,,,,not at hand\r\n");
    assertThat(LatexTable.write(table)).contains("\\textit{not at hand} / $71.84 \\pm 0.26$");
    assertThat(HtmlTable.write(table)).contains("not at hand</span><span class=\"theirs\"");
  }

  @Test
  void theFolderHoldsEveryTableThreefoldEveryPanelAndThePage(@TempDir Path folder)
      throws IOException {
    ReportFolder.write(SampleReport.report(), folder);
    ReportFolder.write(SampleReport.report(), folder); // a second time in place of the first
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile).map(file -> folder.relativize(file).toString()))
          .containsExactlyInAnyOrder(
              "index.html",
              "tables/scores.md",
              "tables/scores.csv",
              "tables/scores.tex",
              "tables/wide.md",
              "tables/wide.csv",
              "tables/wide.tex",
              "figures/theta-1.svg",
              "figures/theta-2.svg",
              "figures/time-1.svg",
              "figures/time-2.svg",
              "figures/coefficients-1.svg",
              "figures/coefficients-2.svg");
    }
  }
}
