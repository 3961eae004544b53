package io.atp.lab.report;

/// A table as Markdown: `83.12 ± 0.41 (▲ +1.20; published 83.7 ± 0.5)`.
public final class MarkdownTable {
  private MarkdownTable() {}

  public static String write(Table table) {
    var text = new StringBuilder();
    text.append("## ").append(escape(table.title())).append("\n\n");
    text.append(escape(table.question())).append("\n\n");
    text.append("| ").append(escape(table.corner())).append(" |");
    table.columns().forEach(column -> text.append(' ').append(escape(column)).append(" |"));
    text.append("\n| --- |").append(" --- |".repeat(table.columns().size())).append('\n');
    for (Table.Row row : table.rows()) {
      text.append("| ").append(escape(RowName.of(row))).append(" |");
      row.entries().forEach(entry -> text.append(' ').append(cell(entry)).append(" |"));
      text.append('\n');
    }
    text.append('\n').append(KEY).append('\n');
    table.notes().forEach(note -> text.append("\n- ").append(escape(note)));
    return text.append(table.notes().isEmpty() ? "" : "\n").toString();
  }

  private static final String KEY =
      "Scores in per cent, mean ± standard deviation over seeds. ▲ better, ▼ worse than the"
          + " baseline (paired, p < "
          + Verdict.LEVEL
          + "), ≈ may be chance. [gen]: "
          + ScoreText.GENERATED
          + ".";

  private static String cell(Entry entry) {
    return switch (entry) {
      case Entry.Text(String words) -> escape(words);
      case Entry.Missing(String why, var theirs) ->
          "– "
              + escape(why)
              + theirs.map(it -> " (published " + ScoreText.theirs(it) + ")").orElse("");
      case Entry.Score score -> score(score);
    };
  }

  private static String score(Entry.Score score) {
    var more = new StringBuilder();
    score.difference().ifPresent(paired -> more.append(Verdict.brief(paired)));
    score
        .theirs()
        .ifPresent(
            theirs ->
                more.append(more.isEmpty() ? "" : "; ")
                    .append("published ")
                    .append(ScoreText.theirs(theirs)));
    return ScoreText.ours(score.ours())
        + (more.isEmpty() ? "" : " (" + more + ")")
        + (score.generated() ? " [gen]" : "");
  }

  /// What would end a cell, or be read as markup.
  private static String escape(String text) {
    return text.replaceAll("\\s+", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replaceAll("([\\\\`*_\\[\\]|~])", "\\\\$1");
  }
}
