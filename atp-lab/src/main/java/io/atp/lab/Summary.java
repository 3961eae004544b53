package io.atp.lab;

import io.atp.lab.report.Entry;
import io.atp.lab.report.Exhibit;
import io.atp.lab.report.Table;
import io.atp.learn.evaluate.Paired;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

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
    most(exhibits).stream()
        .filter(seeds -> leastChance(seeds) >= LEVEL)
        .forEach(seeds -> sentences.add(tooFew(seeds)));
    return sentences;
  }

  /// The most runs of any comparison.
  private static OptionalInt most(List<Exhibit> exhibits) {
    return exhibits.stream()
        .filter(Table.class::isInstance)
        .flatMap(table -> ((Table) table).rows().stream())
        .flatMap(row -> compared(row).stream())
        .mapToInt(score -> score.ours().runs().size())
        .max();
  }

  /// The smallest p-value that so many pairs can have.
  private static double leastChance(int pairs) {
    return Math.scalb(2.0, -pairs);
  }

  private static String tooFew(int seeds) {
    int enough = seeds;
    while (leastChance(enough) >= LEVEL) {
      enough++;
    }
    return "With %d seeds no difference can be told from chance; %d are enough."
        .formatted(seeds, enough);
  }

  private static List<Entry.Score> compared(Table.Row row) {
    return row.entries().stream()
        .filter(Entry.Score.class::isInstance)
        .map(Entry.Score.class::cast)
        .filter(score -> score.difference().isPresent())
        .toList();
  }

  /// One sentence for every row label that is compared with a baseline, over all groups.
  private static List<String> rows(Table table) {
    List<String> sentences = new ArrayList<>();
    for (String label : table.rows().stream().map(Table.Row::label).distinct().toList()) {
      List<Entry.Score> compared =
          table.rows().stream()
              .filter(row -> row.label().equals(label))
              .flatMap(row -> compared(row).stream())
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
    long same = scores.stream().filter(score -> same(score.difference().get())).count();
    double mean =
        scores.stream().mapToDouble(s -> s.difference().get().meanDifference()).average().orElse(0);
    boolean generated = scores.stream().anyMatch(Entry.Score::generated);
    return String.format(
        Locale.ROOT,
        "%s: “%s” differs from its baseline by %+.2f points on average over %d %s; clearly better"
            + " in %d, clearly worse in %d, no clear difference in %d%s.%s",
        table.title(),
        label,
        100 * mean,
        scores.size(),
        scores.size() == 1 ? "case" : "cases",
        better,
        worse,
        scores.size() - better - worse,
        same == 0 ? "" : ", %d of these the very same scores".formatted(same),
        generated ? " Some of it was measured on generated graphs." : "");
  }

  private static boolean same(Paired difference) {
    return difference.wins() == 0 && difference.losses() == 0;
  }

  private static long count(List<Entry.Score> scores, boolean better) {
    return scores.stream()
        .map(score -> score.difference().get())
        .filter(d -> d.pValue() < LEVEL && d.meanDifference() > 0 == better)
        .count();
  }
}
