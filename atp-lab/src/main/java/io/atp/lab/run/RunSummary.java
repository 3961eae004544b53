package io.atp.lab.run;

import io.atp.lab.report.Verdict;
import io.atp.lab.svg.Decimals;
import io.atp.learn.evaluate.Paired;
import io.atp.learn.evaluate.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What a run showed, in plain words.
final class RunSummary {
  private RunSummary() {}

  static List<String> of(RunFigures run) {
    List<String> said = new ArrayList<>();
    if (run.generated()) {
      said.add("The graph was generated: an illustration, not a benchmark.");
    }
    Side first = run.sides().getFirst();
    int repeats = first.test().runs().size();
    said.add(
        "Test score of %s on %s without ATP: %s (%s)."
            .formatted(run.model(), run.dataSet(), percent(first.test()), repeats(repeats)));
    if (run.sides().size() > 1) {
      said.add(comparison(first, run.sides().get(1), run.seed()));
      byDegree(first, run.sides().get(1)).ifPresent(said::add);
      operator(run).ifPresent(said::add);
    }
    Side last = run.sides().getLast();
    last.calibration()
        .ifPresent(
            calibration ->
                said.add(
                    "What the %s model says of its own certainty is off by %s points on average."
                        .formatted(
                            last.name(), Decimals.fixed(100 * calibration.expectedError(), 1))));
    return said;
  }

  private static String repeats(int count) {
    return count == 1 ? "a single run" : "mean ± deviation over " + count + " repeats";
  }

  private static String percent(Spread spread) {
    String mean = Decimals.fixed(100 * spread.mean(), 2);
    return spread.runs().size() == 1
        ? mean + " %"
        : mean + " ± " + Decimals.fixed(100 * spread.standardDeviation(), 2) + " %";
  }

  private static String comparison(Side without, Side with, long seed) {
    Paired paired = with.test().against(without.test(), seed);
    double points = 100 * paired.meanDifference();
    int repeats = with.test().runs().size();
    String change =
        "With ATP: %s, %s points %s"
            .formatted(
                percent(with.test()),
                Decimals.fixed(Math.abs(points), 2),
                points >= 0 ? "more" : "less");
    if (repeats == 1) {
      return change + "; one run cannot tell this from chance.";
    }
    return change
        + " (higher in %s, lower in %s of %s repeats). %s"
            .formatted(
                paired.wins(),
                paired.losses(),
                repeats,
                Verdict.of(paired) != Verdict.UNCLEAR
                    ? "The difference is real by the paired test, p = %s."
                        .formatted(Decimals.brief(paired.pValue()))
                    : "By the paired test it may be chance, p = %s."
                        .formatted(Decimals.brief(paired.pValue())));
  }

  /// The band with the largest change.
  private static Optional<String> byDegree(Side without, Side with) {
    return without.bands().keySet().stream()
        .filter(with.bands()::containsKey)
        .max(Comparator.comparingDouble(band -> Math.abs(change(without, with, band))))
        .map(
            band ->
                "The change is largest at nodes of %s: %s points."
                    .formatted(band, Decimals.signed(100 * change(without, with, band), 2)));
  }

  private static double change(Side without, Side with, String band) {
    return with.bands().get(band).mean() - without.bands().get(band).mean();
  }

  private static Optional<String> operator(RunFigures run) {
    List<String> parts = new ArrayList<>();
    double removed = run.sides().get(1).removedShare();
    if (removed > 0) {
      parts.add("hid %s %% of the edges".formatted(Decimals.fixed(100 * removed, 1)));
    }
    run.coefficients()
        .ifPresent(
            map ->
                parts.add(
                    "gave nodes coefficients from %s to %s"
                        .formatted(Decimals.fixed(map.least(), 2), Decimals.fixed(map.most(), 2))));
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("ATP " + String.join(" and ", parts) + ".");
  }
}
