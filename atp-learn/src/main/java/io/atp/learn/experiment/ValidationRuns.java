package io.atp.learn.experiment;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Split;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.plan.OperatorPlan;
import io.atp.learn.tensor.Engine;
import io.atp.learn.train.Checkpoints;
import java.util.List;
import java.util.function.IntFunction;

/// What a search may see of a candidate: validation scores, never test.
///
/// @param scores one per repeat
/// @param removedShare of the arcs, by the correction; 0 without one
public record ValidationRuns(double[] scores, double removedShare) {
  /// @param checkpoints where each repeat leaves its state, by number
  /// @param next plans that will be asked for with the same recipe
  public static <S extends Record, I> ValidationRuns of(
      LabelledData data,
      ExperimentConfig<S, I> config,
      IntFunction<Checkpoints> checkpoints,
      List<OperatorPlan> next,
      Workspace work) {
    double[] scores = new double[config.repeats()];
    double removedShare = 0;
    try (Engine engine = Engine.on(work);
        var shared = new PreparedRepeats<>(data, config, next, work)) {
      for (int run = 0; run < scores.length; run++) {
        int number = config.firstRepeat() + run;
        Split split = shared.split(number);
        Prepared<I> prepared = shared.of(split);
        removedShare = prepared.built().account().map(a -> a.removedShare()).orElse(0.0);
        try (var store = new ParameterStore(config.seed() + number)) {
          Repeat<I> repeat =
              Repeat.train(
                  data, config, number, split, prepared, store, engine, checkpoints.apply(number));
          scores[run] = repeat.history().validation().score();
        }
      }
    }
    return new ValidationRuns(scores, removedShare);
  }
}
