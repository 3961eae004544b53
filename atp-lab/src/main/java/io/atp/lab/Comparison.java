package io.atp.lab;

import io.atp.lab.report.Entry;
import io.atp.lab.report.Table;
import io.atp.lab.report.Verdict;
import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Paired;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/// Rows of a table beside others, and what the paper has for them.
///
/// @param cases one for each place where both were measured
/// @param elsewhere differences that the paper prints for data sets without measurements, in points
record Comparison(List<Case> cases, List<Double> elsewhere) {
  /// What is said of figures of the paper for graphs without measurements.
  static final String ELSEWHERE = " elsewhere";

  /// Two scores over the same seeds.
  ///
  /// @param published what the paper's figures differ by, in points, where it prints both
  record Case(Paired difference, OptionalDouble published, boolean generated) {
    boolean same() {
      return difference.wins() == 0 && difference.losses() == 0;
    }

    int seeds() {
      return difference.wins() + difference.losses() + difference.ties();
    }
  }

  Comparison {
    cases = List.copyOf(cases);
    elsewhere = List.copyOf(elsewhere);
  }

  /// Rows `label` less rows `other` of the same group.
  static Comparison of(Table table, String label, String other) {
    List<Case> cases = new ArrayList<>();
    List<Double> elsewhere = new ArrayList<>();
    for (Table.Row row : table.rows()) {
      Optional<Table.Row> beside =
          table.rows().stream()
              .filter(it -> it.group().equals(row.group()) && it.label().equals(other))
              .findFirst();
      if (!row.label().equals(label) || beside.isEmpty()) {
        continue;
      }
      for (int column = 0; column < table.columns().size(); column++) {
        Entry first = row.entries().get(column);
        Entry second = beside.get().entries().get(column);
        Optional<Case> found = between(first, second);
        found.ifPresentOrElse(cases::add, () -> published(first, second).ifPresent(elsewhere::add));
      }
    }
    return new Comparison(cases, elsewhere);
  }

  /// Empty where one of them was not measured.
  static Optional<Case> between(Entry first, Entry second) {
    return first instanceof Entry.Score ours && second instanceof Entry.Score other
        ? Optional.of(
            new Case(
                ours.ours().against(other.ours(), 0),
                published(first, second),
                ours.generated() || other.generated()))
        : Optional.empty();
  }

  private static OptionalDouble published(Entry first, Entry second) {
    Optional<Entry.Published> ours = first.theirs();
    Optional<Entry.Published> other = second.theirs();
    return ours.isPresent() && other.isPresent()
        ? OptionalDouble.of(ours.get().mean() - other.get().mean())
        : OptionalDouble.empty();
  }

  /// `+0.67 points on average, the paper +1.86, clearly better in 1 of 3, worse in none`.
  String words() {
    return "%s points on average%s, clearly better in %s of %d, worse in %s"
        .formatted(
            mean(), paper(), none(count(Verdict.BETTER)), cases.size(), none(count(Verdict.WORSE)));
  }

  /// What more than half of the cases say.
  String verdict() {
    for (Verdict verdict : Verdict.values()) {
      if (2 * count(verdict) > cases.size()) {
        return switch (verdict) {
          case BETTER -> "mostly yes";
          case WORSE -> "mostly no";
          case UNCLEAR -> "mostly there is no clear difference";
        };
      }
    }
    return "it depends";
  }

  /// In points, with its sign.
  String mean() {
    double mean =
        cases.stream().mapToDouble(c -> c.difference().meanDifference()).average().orElse(0);
    return Decimals.signed(100 * mean, 2);
  }

  /// `, the paper +1.63 in the 35 it has`: of the same places where it has some of them, else of
  /// other data sets.
  String paper() {
    double[] same = cases.stream().flatMapToDouble(found -> found.published().stream()).toArray();
    if (same.length == 0 && elsewhere.isEmpty()) {
      return "";
    }
    String where =
        same.length == 0
            ? ELSEWHERE
            : same.length == cases.size() ? "" : " in the %d it has".formatted(same.length);
    DoubleStream theirs =
        same.length == 0
            ? elsewhere.stream().mapToDouble(Double::doubleValue)
            : DoubleStream.of(same);
    return ", the paper %s%s".formatted(Decimals.signed(theirs.average().orElseThrow(), 2), where);
  }

  long count(Verdict verdict) {
    return cases.stream().filter(found -> Verdict.of(found.difference()) == verdict).count();
  }

  boolean generated() {
    return cases.stream().anyMatch(Case::generated);
  }

  static String none(long count) {
    return count == 0 ? "none" : Long.toString(count);
  }
}
