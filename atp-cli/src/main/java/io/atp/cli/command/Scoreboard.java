package io.atp.cli.command;

import io.atp.cli.Text;
import io.atp.learn.evaluate.DegreeBands.BandAccuracy;
import io.atp.learn.evaluate.Paired;
import io.atp.learn.evaluate.Spread;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.experiment.RunResult;
import io.atp.learn.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Results side by side, for people and for records.
final class Scoreboard {
  private final Map<String, ExperimentResult> results = new LinkedHashMap<>();

  void add(String name, ExperimentResult result) {
    results.put(name, result);
  }

  /// One line each: validation, test, and test by degree.
  String table() {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("", "validation", "test"));
    bands(results.values().iterator().next()).keySet().forEach(band -> head.add("test, " + band));
    rows.add(head);
    results.forEach(
        (name, result) -> {
          List<String> row = new ArrayList<>();
          row.add("  " + name);
          row.add(percent(result.validation()));
          row.add(percent(result.test()));
          bands(result).values().forEach(accuracy -> row.add(Text.share(accuracy)));
          rows.add(row);
        });
    return Text.table(rows);
  }

  static String percent(Spread spread) {
    return spread.runs().size() == 1
        ? String.format(Locale.ROOT, "%.2f", 100 * spread.mean())
        : String.format(
            Locale.ROOT, "%.2f ± %.2f", 100 * spread.mean(), 100 * spread.standardDeviation());
  }

  /// What the second has over the first on test, repeat by repeat.
  static String comparison(ExperimentResult first, ExperimentResult second, long seed) {
    Paired paired = second.test().against(first.test(), seed);
    return String.format(
        Locale.ROOT,
        "ATP %+.2f points on test (standard error %.2f; better in %d, worse in %d of %d repeats)",
        100 * paired.meanDifference(),
        100 * paired.standardError(),
        paired.wins(),
        paired.losses(),
        paired.wins() + paired.losses() + paired.ties());
  }

  /// Mean accuracy of each degree band over the repeats that have it.
  private static Map<String, Double> bands(ExperimentResult result) {
    Map<String, double[]> sums = new LinkedHashMap<>();
    for (RunResult run : result.runs()) {
      for (BandAccuracy band : run.bands()) {
        band.accuracy()
            .ifPresent(
                accuracy -> {
                  double[] sum = sums.computeIfAbsent(band.band().name(), _ -> new double[2]);
                  sum[0] += accuracy;
                  sum[1]++;
                });
      }
    }
    Map<String, Double> means = new LinkedHashMap<>();
    sums.forEach((name, sum) -> means.put(name, sum[0] / sum[1]));
    return means;
  }

  static Map<String, Object> record(ExperimentResult result) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("validation", spread(result.validation()));
    map.put("test", spread(result.test()));
    map.put("perDegreeBand", bands(result));
    map.put("epochs", result.runs().stream().map(run -> run.history().epochs().size()).toList());
    map.put("keptEpochs", result.runs().stream().map(run -> run.history().keptEpoch()).toList());
    RunResult best = result.runs().get(result.bestRun());
    map.put("savedRun", result.bestRun());
    best.evaluation()
        .ifPresent(
            evaluation -> {
              map.put("macroF1", evaluation.macroF1());
              map.put("confusion", rows(evaluation.confusion()));
            });
    map.put("temperature", best.temperature());
    best.calibration()
        .ifPresent(calibration -> map.put("calibrationError", calibration.expectedError()));
    result.account().ifPresent(account -> map.put("removedShare", account.removedShare()));
    result.nodeWise().ifPresent(account -> map.put("nodewise", Settings.toMap(account)));
    Map<String, Object> seconds = new LinkedHashMap<>();
    seconds.put("correct", result.correctSeconds());
    seconds.put("encode", result.encodeSeconds());
    seconds.put("propagate", result.propagateSeconds());
    seconds.put("train", result.trainSeconds());
    map.put("seconds", seconds);
    return map;
  }

  private static List<List<Long>> rows(long[][] matrix) {
    List<List<Long>> rows = new ArrayList<>();
    for (long[] row : matrix) {
      List<Long> values = new ArrayList<>();
      for (long value : row) {
        values.add(value);
      }
      rows.add(values);
    }
    return rows;
  }

  static Map<String, Object> spread(Spread spread) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("mean", spread.mean());
    map.put("std", spread.standardDeviation());
    map.put("runs", spread.runs());
    return map;
  }
}
