package io.atp.lab;

import io.atp.lab.report.Entry;
import io.atp.lab.report.Exhibit;
import io.atp.lab.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What tables say, in plain words.
final class Summary {
  /// A difference that would come about by chance less often than this is called real.
  private static final double LEVEL = 0.05;

  private Summary() {}

  static List<String> of(List<Exhibit> exhibits) {
    List<String> sentences = new ArrayList<>();
    for (Exhibit exhibit : exhibits) {
      if (exhibit instanceof Table table) {
        sentences.addAll(rows(table));
      }
    }
    if (sentences.isEmpty()) {
      sentences.add("No two methods were compared: there are figures only.");
    }
    return sentences;
  }

  /// One sentence for every row label that is compared with a baseline, over all groups.
  private static List<String> rows(Table table) {
    List<String> sentences = new ArrayList<>();
    for (String label : table.rows().stream().map(Table.Row::label).distinct().toList()) {
      List<Entry.Score> compared =
          table.rows().stream()
              .filter(row -> row.label().equals(label))
              .flatMap(row -> row.entries().stream())
              .filter(Entry.Score.class::isInstance)
              .map(Entry.Score.class::cast)
              .filter(score -> score.difference().isPresent())
              .toList();
      if (!compared.isEmpty()) {
        sentences.add(sentence(table, label, compared));
      }
    }
    return sentences;
  }

  private static String sentence(Table table, String label, List<Entry.Score> scores) {
    long better = count(scores, true);
    long worse = count(scores, false);
    double mean =
        scores.stream().mapToDouble(s -> s.difference().get().meanDifference()).average().orElse(0);
    boolean generated = scores.stream().anyMatch(Entry.Score::generated);
    return String.format(
        Locale.ROOT,
        "%s: “%s” differs from its baseline by %+.2f points on average over %d %s; clearly better"
            + " in %d, clearly worse in %d, no clear difference in %d.%s",
        table.title(),
        label,
        100 * mean,
        scores.size(),
        scores.size() == 1 ? "case" : "cases",
        better,
        worse,
        scores.size() - better - worse,
        generated ? " Some of it was measured on generated graphs." : "");
  }

  private static long count(List<Entry.Score> scores, boolean better) {
    return scores.stream()
        .map(score -> score.difference().get())
        .filter(d -> d.pValue() < LEVEL && d.meanDifference() > 0 == better)
        .count();
  }
}
