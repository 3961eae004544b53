package io.atp.lab.report;

import io.atp.learn.evaluate.Paired;

/// A table as LaTeX that needs no package: `$83.12 \pm 0.41$`, the difference to the baseline in
/// brackets with a star where p is below [Verdict#LEVEL], a raised g for generated data.
public final class LatexTable {
  private LatexTable() {}

  public static String write(Table table) {
    var text = new StringBuilder();
    text.append("\\begin{table}\n\\centering\n");
    text.append("\\caption{").append(escape(table.title())).append("}\n");
    text.append("\\label{tab:").append(table.id()).append("}\n");
    text.append("\\begin{tabular}{l")
        .append("l".repeat(table.columns().size()))
        .append("}\n\\hline\n");
    text.append(escape(table.corner()));
    table.columns().forEach(column -> text.append(" & ").append(escape(column)));
    text.append(" \\\\\n\\hline\n");
    String group = null;
    for (Table.Row row : table.rows()) {
      text.append(group != null && !group.equals(row.group()) ? "\\hline\n" : "");
      group = row.group();
      text.append(escape(RowName.of(row)));
      row.entries().forEach(entry -> text.append(" & ").append(cell(entry)));
      text.append(" \\\\\n");
    }
    text.append("\\hline\n\\end{tabular}\n\n\\footnotesize ");
    text.append("Per cent, mean $\\pm$ standard deviation; in brackets the difference to the");
    text.append(" baseline in points, $^{*}$ where $p < ").append(Verdict.LEVEL);
    text.append("$; $^{g}$ ").append(escape(ScoreText.GENERATED)).append(".\n");
    table.notes().forEach(note -> text.append(escape(note)).append('\n'));
    return text.append("\\end{table}\n").toString();
  }

  private static String cell(Entry entry) {
    return switch (entry) {
      case Entry.Text(String words) -> escape(words);
      case Entry.Missing(String why, var theirs) ->
          "-- \\textit{" + escape(why) + "}" + theirs.map(LatexTable::theirs).orElse("");
      case Entry.Score score ->
          "$"
              + ScoreText.ours(score.ours()).replace("±", "\\pm")
              + (score.generated() ? "^{g}" : "")
              + "$"
              + score.difference().map(LatexTable::difference).orElse("")
              + score.theirs().map(LatexTable::theirs).orElse("");
    };
  }

  private static String theirs(Entry.Published published) {
    return " / $" + ScoreText.theirs(published).replace("±", "\\pm") + "$";
  }

  private static String difference(Paired paired) {
    String brief = Verdict.brief(paired).substring(2).replace('−', '-');
    String star = Verdict.of(paired) == Verdict.UNCLEAR ? "" : "^{*}";
    return " ($" + brief + star + "$)";
  }

  private static String escape(String text) {
    var safe = new StringBuilder();
    for (char c : text.replaceAll("\\s+", " ").toCharArray()) {
      switch (c) {
        case '\\' -> safe.append("\\textbackslash{}");
        case '~' -> safe.append("\\textasciitilde{}");
        case '^' -> safe.append("\\textasciicircum{}");
        case '&', '%', '$', '#', '_', '{', '}' -> safe.append('\\').append(c);
        default -> safe.append(c);
      }
    }
    return safe.toString();
  }
}
