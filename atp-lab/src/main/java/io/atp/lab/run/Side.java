package io.atp.lab.run;

import io.atp.learn.evaluate.Calibration;
import io.atp.learn.evaluate.DegreeBands.BandAccuracy;
import io.atp.learn.evaluate.Evaluation;
import io.atp.learn.evaluate.Spread;
import io.atp.learn.experiment.ExperimentResult;
import io.atp.learn.experiment.RunResult;
import io.atp.learn.train.TrainingHistory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One side of a comparison: all repeats of one experiment.
///
/// @param name `baseline`, `ATP`
/// @param history of the repeat validation likes best, whose weights are saved
/// @param bands accuracy by degree, in the bands of the first repeat's test nodes, over the repeats
///   that have the same band; by name, lowest degrees first
/// @param evaluation of the saved repeat, where each node has one class
/// @param calibration of the saved repeat, at the temperature fitted on validation
/// @param removedShare of the arcs
/// @param seconds by step
public record Side(
    String name,
    Spread validation,
    Spread test,
    TrainingHistory history,
    Map<String, Spread> bands,
    Optional<Evaluation> evaluation,
    Optional<Calibration> calibration,
    double removedShare,
    Map<String, Double> seconds) {
  public static Side of(String name, ExperimentResult result) {
    RunResult saved = result.runs().get(result.bestRun());
    Map<String, Double> seconds = new LinkedHashMap<>();
    seconds.put("correct", result.correctSeconds());
    seconds.put("encode", result.encodeSeconds());
    seconds.put("propagate", result.propagateSeconds());
    seconds.put("train", result.trainSeconds());
    return new Side(
        name,
        result.validation(),
        result.test(),
        saved.history(),
        bands(result.runs()),
        saved.evaluation(),
        saved.calibration(),
        result.account().map(account -> account.removedShare()).orElse(0.0),
        seconds);
  }

  private static Map<String, Spread> bands(List<RunResult> runs) {
    Map<String, Spread> bands = new LinkedHashMap<>();
    for (BandAccuracy first : runs.getFirst().bands()) {
      List<Double> found = new ArrayList<>();
      for (RunResult run : runs) {
        run.bands().stream()
            .filter(other -> other.band().equals(first.band()) && other.nodes() > 0)
            .forEach(other -> found.add(other.accuracy().orElseThrow()));
      }
      if (!found.isEmpty()) {
        double[] values = found.stream().mapToDouble(Double::doubleValue).toArray();
        bands.put(first.band().name(), Spread.of(values));
      }
    }
    return bands;
  }
}
