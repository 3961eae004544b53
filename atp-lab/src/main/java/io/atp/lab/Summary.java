package io.atp.lab;

import io.atp.lab.report.Answer;
import io.atp.lab.report.Entry;
import io.atp.lab.report.Table;
import io.atp.lab.report.Verdict;
import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Paired;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// What tables say, in plain words: first of ATP over all of them, then each.
final class Summary {
  /// The row that is compared with its backbone's first, in every table that has one.
  private static final String WITH_ATP = "with ATP";

  private static final String ALL =
      "%s: of %d pairs of backbone and data set, searched with and without it under"
          + " the same budget, %s clearly better with ATP, %s clearly worse and %s not clearly"
          + " different%s. On average ATP brings %s points%s";

  private static final String SAME =
      ", %d of them with the very same scores, as validation chose an operator without ATP";

  private Summary() {}

  /// A score beside the first of its group.
  ///
  /// @param published what the paper's figures differ by, where it prints both
  private record Case(Entry.Score score, OptionalDouble published) {
    Paired difference() {
      return score.difference().orElseThrow();
    }

    boolean same() {
      return difference().wins() == 0 && difference().losses() == 0;
    }
  }

  /// What holds of ATP over all tables; empty where none compares it with its backbone.
  static List<Answer> ofAll(List<Table> tables) {
    Map<String, Case> cases = new LinkedHashMap<>();
    for (Table table : tables) {
      for (int row = 0; row < table.rows().size(); row++) {
        for (int column = 0; column < table.columns().size(); column++) {
          Table.Row at = table.rows().get(row);
          if (at.label().equals(WITH_ATP)) {
            String key = at.group() + " on " + table.columns().get(column);
            compared(table, at, column).ifPresent(found -> cases.putIfAbsent(key, found));
          }
        }
      }
    }
    if (cases.isEmpty()) {
      return List.of();
    }
    List<Case> all = List.copyOf(cases.values());
    long same = all.stream().filter(Case::same).count();
    String found =
        ALL.formatted(
            verdict(all),
            all.size(),
            are(count(all, Verdict.BETTER)),
            are(count(all, Verdict.WORSE)),
            are(count(all, Verdict.UNCLEAR)),
            same == 0 ? "" : SAME.formatted(same),
            mean(all),
            published(all));
    List<Answer> answers = new ArrayList<>();
    answers.add(new Answer("Does ATP help?", "", "", "", List.of(found), generated(all)));
    most(all).stream()
        .filter(seeds -> Verdict.leastChance(seeds) >= Verdict.LEVEL)
        .forEach(seeds -> answers.add(Answer.sentence(tooFew(seeds))));
    return answers;
  }

  /// What a table says, with all rows that are compared with the first of their group.
  static Optional<Answer> of(Table table) {
    Map<String, List<Case>> byLabel = new LinkedHashMap<>();
    for (Table.Row row : table.rows()) {
      for (int column = 0; column < table.columns().size(); column++) {
        compared(table, row, column)
            .ifPresent(
                found -> byLabel.computeIfAbsent(row.label(), _ -> new ArrayList<>()).add(found));
      }
    }
    if (byLabel.isEmpty()) {
      return Optional.empty();
    }
    String beside =
        table.rows().getFirst().label().equals("plain")
            ? "the plain backbone"
            : "the first row of each group";
    return Optional.of(
        new Answer(
            table.question(),
            table.id(),
            table.title().replaceFirst(":.*", ""),
            "beside " + beside,
            byLabel.entrySet().stream()
                .map(entry -> words(entry.getKey(), entry.getValue()))
                .toList(),
            generated(byLabel.values().stream().flatMap(List::stream).toList())));
  }

  /// `with ATP +0.67 points on average, the paper +1.86, clearly better in 1 of 3, worse in none`.
  private static String words(String label, List<Case> cases) {
    return "%s %s points on average%s, clearly better in %s of %d, worse in %s"
        .formatted(
            label,
            mean(cases),
            published(cases),
            none(count(cases, Verdict.BETTER)),
            cases.size(),
            none(count(cases, Verdict.WORSE)));
  }

  /// What more than half of the cases say.
  private static String verdict(List<Case> cases) {
    for (Verdict verdict : Verdict.values()) {
      if (2 * count(cases, verdict) > cases.size()) {
        return switch (verdict) {
          case BETTER -> "Mostly yes";
          case WORSE -> "Mostly no";
          case UNCLEAR -> "Mostly there is no clear difference";
        };
      }
    }
    return "It depends";
  }

  private static String are(long count) {
    return count == 1 ? "1 is" : none(count) + " are";
  }

  private static String none(long count) {
    return count == 0 ? "none" : Long.toString(count);
  }

  private static Optional<Case> compared(Table table, Table.Row row, int column) {
    if (!(row.entries().get(column) instanceof Entry.Score score) || score.difference().isEmpty()) {
      return Optional.empty();
    }
    Entry first =
        table.rows().stream()
            .filter(other -> other.group().equals(row.group()))
            .findFirst()
            .orElseThrow()
            .entries()
            .get(column);
    OptionalDouble published =
        first instanceof Entry.Score baseline
                && baseline.theirs().isPresent()
                && score.theirs().isPresent()
            ? OptionalDouble.of(score.theirs().get().mean() - baseline.theirs().get().mean())
            : OptionalDouble.empty();
    return Optional.of(new Case(score, published));
  }

  private static String mean(List<Case> cases) {
    double mean =
        cases.stream().mapToDouble(c -> c.difference().meanDifference()).average().orElse(0);
    return Decimals.signed(100 * mean, 2);
  }

  private static String published(List<Case> cases) {
    double[] theirs = cases.stream().flatMapToDouble(found -> found.published().stream()).toArray();
    if (theirs.length == 0) {
      return "";
    }
    double mean = Arrays.stream(theirs).average().orElse(0);
    String where =
        theirs.length == cases.size() ? "" : " in the %d it has".formatted(theirs.length);
    return ", the paper %s%s".formatted(Decimals.signed(mean, 2), where);
  }

  private static long count(List<Case> cases, Verdict verdict) {
    return cases.stream().filter(found -> Verdict.of(found.difference()) == verdict).count();
  }

  private static String generated(List<Case> cases) {
    return cases.stream().anyMatch(found -> found.score().generated())
        ? "Some of it was measured on generated graphs."
        : "";
  }

  /// The most runs of any comparison.
  private static OptionalInt most(List<Case> cases) {
    return cases.stream().mapToInt(found -> found.score().ours().runs().size()).max();
  }

  private static String tooFew(int seeds) {
    int enough = seeds;
    while (Verdict.leastChance(enough) >= Verdict.LEVEL) {
      enough++;
    }
    return "With %d seeds no difference can be told from chance; %d are enough."
        .formatted(seeds, enough);
  }
}
