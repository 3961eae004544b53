package io.atp.io.doctor;

import static io.atp.io.doctor.Finding.text;

import io.atp.core.feature.Features;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Features that are missing, broken, constant, or of very different sizes.
final class FeatureExam {
  /// A column so many times wider than the middle one drowns it.
  private static final double DROWNS = 100;

  /// Bags of words have most entries 0; dense features are seldom divided by their row sums.
  private static final double SPARSE = 0.5;

  private FeatureExam() {}

  static void examine(GraphData data, Workspace work, List<Finding> findings) {
    if (data.features().isEmpty()) {
      findings.add(
          Finding.of(
              Severity.NOTE,
              "no-features",
              text("none of the %,d nodes has features", data.graph().nodeCount()),
              "there is nothing to propagate; random columns travel instead, which tell places"
                  + " apart and nothing else",
              Remedy.RANDOM_FEATURES));
      return;
    }
    Features features = data.features().get();
    FeatureStatistics statistics = FeatureStatistics.of(features, work);
    String sampled =
        statistics.rows < features.rows()
            ? text(" (looking at %,d of %,d rows)", statistics.rows, features.rows())
            : "";
    notFinite(statistics, sampled, findings);
    constant(statistics, sampled, findings);
    empty(statistics, sampled, findings);
    columns(statistics, sampled, findings);
    rows(statistics, sampled, findings);
  }

  private static void notFinite(FeatureStatistics all, String sampled, List<Finding> findings) {
    if (all.notFinite() > 0) {
      findings.add(
          Finding.of(
              Severity.PROBLEM,
              "features-not-finite",
              text("%,d feature values are NaN or infinite%s", all.notFinite(), sampled),
              "one hop spreads each to all neighbours, and a few hops to the whole graph; replace"
                  + " them before they are read"));
    }
  }

  private static void constant(FeatureStatistics all, String sampled, List<Finding> findings) {
    long constant = IntStream.range(0, all.width()).filter(all::constant).count();
    if (constant > 0) {
      findings.add(
          Finding.of(
              constant == all.width() ? Severity.PROBLEM : Severity.NOTE,
              "features-constant",
              text(
                  "feature columns with one value for all nodes: %,d of %,d%s",
                  constant, all.width(), sampled),
              "they tell no node from another, and cost memory and time in every hop"));
    }
  }

  private static void empty(FeatureStatistics all, String sampled, List<Finding> findings) {
    int empty = all.emptyRows();
    if (empty > 0) {
      findings.add(
          Finding.of(
              Severity.NOTE,
              "features-empty-rows",
              text("%,d of %,d nodes have only zeros for features%s", empty, all.rows, sampled),
              "such a node knows only what its neighbours tell it; without neighbours, nothing"));
    }
  }

  private static void columns(FeatureStatistics all, String sampled, List<Finding> findings) {
    double[] deviations =
        IntStream.range(0, all.width())
            .filter(column -> !all.constant(column))
            .mapToDouble(all::deviation)
            .sorted()
            .toArray();
    if (deviations.length < 2) {
      return;
    }
    double middle = deviations[(deviations.length - 1) / 2];
    double widest = deviations[deviations.length - 1];
    if (widest >= DROWNS * middle) {
      findings.add(
          Finding.of(
              Severity.WARNING,
              "features-unscaled",
              text(
                  "the widest feature column has standard deviation %.3g, the middle one %.3g:"
                      + " %,.0f times less%s",
                  widest, middle, widest / middle, sampled),
              "a few wide columns decide every sum and every step of training; standardise columns"
                  + " on the training nodes",
              Remedy.STANDARDISE));
    }
  }

  private static void rows(FeatureStatistics all, String sampled, List<Finding> findings) {
    if (!all.nonNegative() || all.density() > SPARSE || all.notFinite() > 0) {
      return;
    }
    double[] sums = Arrays.stream(all.rowSums).filter(sum -> sum > 0).sorted().toArray();
    if (sums.length > 0 && sums[sums.length - 1] >= 2 * sums[0]) {
      findings.add(
          Finding.of(
              Severity.NOTE,
              "features-rows-not-normalised",
              text(
                  "rows look like counts of words, and sum to between %.4g and %.4g%s",
                  sums[0], sums[sums.length - 1], sampled),
              "long texts weigh more than short ones; most published codes divide each row by its"
                  + " sum on such data",
              Remedy.DIVIDE_ROWS));
    }
  }
}
