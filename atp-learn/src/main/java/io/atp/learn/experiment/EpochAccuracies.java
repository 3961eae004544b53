package io.atp.learn.experiment;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Split;
import io.atp.learn.model.Judgement;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.Judge;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// How accuracy of some groups of nodes grows with the epochs of one repeat, to be drawn. Nothing
/// is chosen by it.
public final class EpochAccuracies {
  private EpochAccuracies() {}

  /// @param groups of a split: the nodes of each curve
  /// @return for each epoch the accuracy of each group
  public static <S extends Record, I> List<double[]> of(
      LabelledData data,
      ExperimentConfig<S, I> config,
      int repeat,
      Function<Split, List<int[]>> groups,
      Workspace work) {
    List<double[]> curves = new ArrayList<>();
    try (Engine engine = Engine.on(work);
        var shared = new PreparedRepeats<>(data, config, work);
        var store = new ParameterStore(config.seed() + repeat)) {
      Split split = shared.split(repeat);
      Prepared<I> prepared = shared.of(split);
      List<int[]> asked = groups.apply(split);
      new StagedTraining<>(data, config, repeat, split, prepared, engine, Checkpoints.NONE)
          .run(
              store,
              (model, inputs, _) ->
                  curves.add(
                      asked.stream()
                          .map(nodes -> Judge.judge(model, inputs, nodes, data.targets(), engine))
                          .mapToDouble(Judgement::score)
                          .toArray()));
    }
    return curves;
  }
}
