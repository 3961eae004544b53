package io.atp.lab;

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
import java.util.stream.Collectors;

/// What tables say, in plain words: first of ATP over all of them, then each.
final class Summary {
  /// The row that is compared with its backbone's first, in every table that has one.
  private static final String WITH_ATP = "with ATP";

  private static final String ALL =
      "Does ATP help? Of %d pairs of backbone and data set, searched with and without it under the"
          + " same budget, %d are clearly better with ATP, %d clearly worse, and %d show no clear"
          + " difference%s. On average ATP brings %s points%s.%s";

  private static final String SAME =
      ", %d of them the very same scores, as validation chose an operator without ATP";

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
  static List<String> ofAll(List<Table> tables) {
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
    List<String> sentences = new ArrayList<>();
    sentences.add(
        ALL.formatted(
            all.size(),
            count(all, Verdict.BETTER),
            count(all, Verdict.WORSE),
            count(all, Verdict.UNCLEAR),
            same == 0 ? "" : SAME.formatted(same),
            mean(all),
            published(all),
            generated(all)));
    most(all).stream()
        .filter(seeds -> leastChance(seeds) >= Verdict.LEVEL)
        .forEach(seeds -> sentences.add(tooFew(seeds)));
    return sentences;
  }

  /// One sentence for a table, with all rows that are compared with the first of their group.
  static Optional<String> of(Table table) {
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
    String words =
        byLabel.entrySet().stream()
            .map(entry -> words(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining("; "));
    return Optional.of(
        "%s (%s) Beside %s, on average: %s.%s"
            .formatted(
                table.question(),
                table.title().replaceFirst(":.*", ""),
                table.rows().getFirst().label().equals("plain")
                    ? "the plain backbone"
                    : "the first row of each group",
                words,
                generated(byLabel.values().stream().flatMap(List::stream).toList())));
  }

  /// `with ATP +0.67 points, the paper +1.86 (3 cases: ▲ 1, ▼ 0, ≈ 2)`.
  private static String words(String label, List<Case> cases) {
    return "%s %s points%s (%s: ▲ %d, ▼ %d, ≈ %d)"
        .formatted(
            label,
            mean(cases),
            published(cases),
            cases.size() == 1 ? "1 case" : cases.size() + " cases",
            count(cases, Verdict.BETTER),
            count(cases, Verdict.WORSE),
            count(cases, Verdict.UNCLEAR));
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
        ? " Some of it was measured on generated graphs."
        : "";
  }

  /// The most runs of any comparison.
  private static OptionalInt most(List<Case> cases) {
    return cases.stream().mapToInt(found -> found.score().ours().runs().size()).max();
  }

  /// The smallest p-value that so many pairs can have.
  private static double leastChance(int pairs) {
    return Math.scalb(2.0, -pairs);
  }

  private static String tooFew(int seeds) {
    int enough = seeds;
    while (leastChance(enough) >= Verdict.LEVEL) {
      enough++;
    }
    return "With %d seeds no difference can be told from chance; %d are enough."
        .formatted(seeds, enough);
  }
}
