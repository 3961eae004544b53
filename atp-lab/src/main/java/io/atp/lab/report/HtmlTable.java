package io.atp.lab.report;

import static io.atp.lab.svg.Markup.escape;

import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Paired;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A table of the page: ours, the difference to the baseline, the published figure; sorted by
/// clicking a head, in the order given again by the third click.
final class HtmlTable {
  private HtmlTable() {}

  static String write(Table table) {
    var html = new StringBuilder();
    html.append(
        """
        <div class="scroll" tabindex="0" role="region" aria-labelledby="t-%s">
        <table class="scores" data-sortable>
        <thead><tr>%s\
        """
            .formatted(escape(table.id()), head(table.corner())));
    table.columns().forEach(column -> html.append(head(column)));
    html.append("</tr></thead>\n<tbody>\n");
    String[][] keys = SortKeys.of(table);
    String group = null;
    for (int row = 0; row < table.rows().size(); row++) {
      Table.Row at = table.rows().get(row);
      boolean lead = group != null && !group.equals(at.group());
      group = at.group();
      html.append(lead ? "<tr class=\"lead\">" : "<tr>").append(rowHead(at));
      for (int column = 0; column < at.entries().size(); column++) {
        html.append(cell(at.entries().get(column), keys[row][column]));
      }
      html.append("</tr>\n");
    }
    return html.append("</tbody>\n</table>\n</div>\n").append(key(table)).toString();
  }

  private static String head(String name) {
    return "<th scope=\"col\" aria-sort=\"none\"><button type=\"button\" class=\"sort\">%s<span"
            .formatted(escape(name))
        + " class=\"arrow\" aria-hidden=\"true\"></span></button></th>";
  }

  /// The group is named where the label does not do so itself: sorted rows stand alone.
  private static String rowHead(Table.Row row) {
    String group =
        RowName.namesGroup(row)
            ? ""
            : "<span class=\"group\">%s</span> ".formatted(escape(row.group()));
    return "<th scope=\"row\">" + group + escape(row.label()) + "</th>";
  }

  private static String cell(Entry entry, String key) {
    String begin = "<td data-key=\"" + escape(key) + "\"";
    return switch (entry) {
      case Entry.Text(String words) -> begin + ">" + escape(words) + "</td>";
      case Entry.Missing(String why, var theirs) ->
          begin
              + " class=\"missing\">– <span class=\"why\">"
              + escape(why)
              + "</span>"
              + theirs.map(HtmlTable::theirs).orElse("")
              + "</td>";
      case Entry.Score score -> begin + ">" + score(score) + "</td>";
    };
  }

  private static String score(Entry.Score score) {
    var html = new StringBuilder("<span class=\"ours\">");
    html.append(ScoreText.mean(score.ours()));
    String deviation = ScoreText.deviation(score.ours());
    if (!deviation.isEmpty()) {
      html.append(" <span class=\"off\">± ").append(deviation).append("</span>");
    }
    if (score.generated()) {
      html.append(" <abbr class=\"generated\" title=\"");
      html.append(escape(ScoreText.GENERATED)).append("\">gen</abbr>");
    }
    html.append("</span>");
    score.difference().ifPresent(paired -> html.append(difference(paired)));
    score.theirs().ifPresent(published -> html.append(theirs(published)));
    return html.toString();
  }

  private static String theirs(Entry.Published published) {
    return "<span class=\"theirs\" title=\"%s\">published %s</span>"
        .formatted(escape(published.source()), ScoreText.theirs(published));
  }

  private static String difference(Paired paired) {
    return "<span class=\"difference %s\" title=\"%s\">%s</span>"
        .formatted(
            Verdict.of(paired).name().toLowerCase(Locale.ROOT),
            escape(Verdict.words(paired)),
            Verdict.brief(paired));
  }

  /// What the marks of this table mean.
  private static String key(Table table) {
    if (scores(table).findAny().isEmpty()) {
      return "";
    }
    var words = new StringBuilder("<p class=\"key\">");
    words.append("Per cent, mean ± standard deviation over seeds.");
    differences(table)
        .map(Verdict::pairs)
        .max(Integer::compare)
        .ifPresent(pairs -> words.append(marks(pairs)));
    List<String> sources =
        entries(table)
            .flatMap(entry -> entry.theirs().stream())
            .map(theirs -> escape(theirs.source()))
            .distinct()
            .toList();
    if (!sources.isEmpty()) {
      words.append(" Published: ").append(String.join("; ", sources)).append('.');
    }
    if (scores(table).anyMatch(Entry.Score::generated)) {
      words.append(" <abbr class=\"generated\">gen</abbr> ").append(escape(ScoreText.GENERATED));
      words.append('.');
    }
    return words.append("</p>\n").toString();
  }

  /// Few seeds show nothing.
  private static String marks(int pairs) {
    String words =
        " <span class=\"better\">▲</span> better and <span class=\"worse\">▼</span> worse than the"
            + " baseline over the same seeds (paired sign-flip test, p &lt; %s);"
            + " <span class=\"unclear\">≈</span> the difference may be chance.";
    double least = Verdict.leastChance(pairs);
    String few =
        least < Verdict.LEVEL
            ? ""
            : " With %s no p can be below %s, so nothing here can be marked ▲ or ▼."
                .formatted(pairs == 1 ? "one seed" : pairs + " seeds", Decimals.brief(least));
    return words.formatted(Verdict.LEVEL) + few;
  }

  private static Stream<Entry.Score> scores(Table table) {
    return entries(table).filter(Entry.Score.class::isInstance).map(Entry.Score.class::cast);
  }

  private static Stream<Entry> entries(Table table) {
    return table.rows().stream().flatMap(row -> row.entries().stream());
  }

  private static Stream<Paired> differences(Table table) {
    return scores(table).flatMap(score -> score.difference().stream());
  }
}
