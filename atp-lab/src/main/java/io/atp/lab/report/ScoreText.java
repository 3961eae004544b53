package io.atp.lab.report;

import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Spread;

/// Scores in words, the same in every kind of table.
final class ScoreText {
  static final String GENERATED = "measured on a generated graph, not on the data set itself";

  private ScoreText() {}

  /// Per cent: `83.12`.
  static String mean(Spread spread) {
    return Decimals.fixed(100 * spread.mean(), 2);
  }

  /// Points: `0.41`; empty for a single run, which has none.
  static String deviation(Spread spread) {
    return spread.runs().size() < 2 ? "" : Decimals.fixed(100 * spread.standardDeviation(), 2);
  }

  /// `83.12 ± 0.41`.
  static String ours(Spread spread) {
    String deviation = deviation(spread);
    return deviation.isEmpty() ? mean(spread) : mean(spread) + " ± " + deviation;
  }

  /// `83.7 ± 0.5`, `71.84 ± 0.26`: both with one place, or with two where one would round.
  static String theirs(Entry.Published published) {
    int places = Math.max(places(published.mean()), places(published.deviation()));
    String mean = Decimals.fixed(published.mean(), places);
    return published.deviation() == 0
        ? mean
        : mean + " ± " + Decimals.fixed(published.deviation(), places);
  }

  private static int places(double figure) {
    return Math.abs(figure - Math.round(10 * figure) / 10.0) < 1e-9 ? 1 : 2;
  }
}
