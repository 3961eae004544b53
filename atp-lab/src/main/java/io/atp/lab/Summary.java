package io.atp.lab;

import io.atp.lab.report.Answer;
import io.atp.lab.report.Claim;
import io.atp.lab.report.Entry;
import io.atp.lab.report.Table;
import io.atp.lab.report.Verdict;
import io.atp.lab.svg.Decimals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// What tables say, in plain words: first of ATP over all of them, then each.
final class Summary {
  /// The row that is compared with its backbone's first, in every table that has one.
  private static final String WITH_ATP = "with ATP";

  private static final String PLAIN = "plain";

  private static final String ALL =
      "%s: of %s of backbone and data set, searched with and without it under"
          + " the same budget, %s clearly better with ATP, %s clearly worse and %s not clearly"
          + " different%s. On average ATP brings %s points%s";

  private static final String SAME =
      ", %d of them with the very same scores, as validation chose an operator without ATP";

  private Summary() {}

  /// What holds of ATP over all tables; empty where none compares it with its backbone.
  static List<Answer> ofAll(List<Table> tables) {
    Map<String, Comparison.Case> cases = new LinkedHashMap<>();
    for (Table table : tables) {
      for (Table.Row row : table.rows()) {
        if (row.label().equals(WITH_ATP)) {
          for (int column = 0; column < table.columns().size(); column++) {
            String key = row.group() + " on " + table.columns().get(column);
            Comparison.between(
                    row.entries().get(column), first(table, row.group()).entries().get(column))
                .ifPresent(found -> cases.putIfAbsent(key, found));
          }
        }
      }
    }
    if (cases.isEmpty()) {
      return List.of();
    }
    var all = new Comparison(List.copyOf(cases.values()), List.of());
    long same = all.cases().stream().filter(Comparison.Case::same).count();
    String found =
        ALL.formatted(
            all.verdict(),
            cases.size() == 1 ? "1 pair" : cases.size() + " pairs",
            are(all.count(Verdict.BETTER)),
            are(all.count(Verdict.WORSE)),
            are(all.count(Verdict.UNCLEAR)),
            same == 0 ? "" : SAME.formatted(same),
            all.mean(),
            all.paper());
    List<Answer> answers = new ArrayList<>();
    answers.add(
        new Answer("Does ATP help?", "", "", "", List.of(found), generated(all.generated())));
    int seeds = all.cases().stream().mapToInt(Comparison.Case::seeds).max().orElseThrow();
    if (Verdict.leastChance(seeds) >= Verdict.LEVEL) {
      answers.add(Answer.sentence(tooFew(seeds)));
    }
    return answers;
  }

  private static Table.Row first(Table table, String group) {
    return table.rows().stream().filter(row -> row.group().equals(group)).findFirst().orElseThrow();
  }

  /// What a table claims; nothing where none of it was measured.
  static Optional<Answer> of(Table table) {
    List<String> words = new ArrayList<>();
    List<Comparison> compared = new ArrayList<>();
    boolean besidePlain = false;
    for (Claim claim : table.claims()) {
      switch (claim) {
        case Claim.Difference(String what, String label, String other) -> {
          Comparison comparison = Comparison.of(table, label, other);
          if (!comparison.cases().isEmpty()) {
            compared.add(comparison);
            words.add(what + " " + comparison.words());
            besidePlain |= other.equals(PLAIN);
          }
        }
        case Claim.Deviations(List<String> labels) ->
            deviations(table, labels).ifPresent(words::add);
      }
    }
    if (compared.isEmpty()) {
      return Optional.empty();
    }
    String verdict = compared.size() == 1 ? compared.getFirst().verdict() + "; " : "";
    return Optional.of(
        new Answer(
            table.question(),
            table.id(),
            table.title().replaceFirst(":.*", ""),
            besidePlain ? verdict + "beside the plain backbone" : "",
            words,
            generated(compared.stream().anyMatch(Comparison::generated))));
  }

  /// `standard deviation 1.38 points with uniform sampling, the paper 0.27; …`, over all places.
  private static Optional<String> deviations(Table table, List<String> labels) {
    List<String> words = new ArrayList<>();
    for (String label : labels) {
      List<Entry> entries =
          table.rows().stream()
              .filter(row -> row.label().equals(label))
              .flatMap(row -> row.entries().stream())
              .toList();
      OptionalDouble ours =
          entries.stream()
              .filter(Entry.Score.class::isInstance)
              .mapToDouble(entry -> 100 * ((Entry.Score) entry).ours().standardDeviation())
              .average();
      OptionalDouble theirs =
          entries.stream()
              .flatMap(entry -> entry.theirs().stream())
              .mapToDouble(Entry.Published::deviation)
              .average();
      if (ours.isPresent()) {
        words.add(
            "%s %s points%s"
                .formatted(
                    label,
                    Decimals.fixed(ours.getAsDouble(), 2),
                    theirs.isPresent()
                        ? " (the paper %s)".formatted(Decimals.fixed(theirs.getAsDouble(), 2))
                        : ""));
      }
    }
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of("standard deviation over seeds, on average: " + String.join(", ", words));
  }

  private static String are(long count) {
    return count == 1 ? "1 is" : Comparison.none(count) + " are";
  }

  private static String generated(boolean any) {
    return any ? "Some of it was measured on generated graphs." : "";
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
