package io.atp.learn.experiment;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Split;
import io.atp.learn.model.LearnedWeights;
import io.atp.learn.model.Model;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.train.Checkpoints;

/// What the first layer of a trained model gives each node, to be drawn. Nothing is chosen by it.
public final class FirstLayerWeights {
  private FirstLayerWeights() {}

  /// Of one repeat, at its best epoch.
  ///
  /// @throws IllegalArgumentException for a backbone that learns no such weights
  public static <S extends Record, I> double[] of(
      LabelledData data, ExperimentConfig<S, I> config, int repeat, Workspace work) {
    try (Engine engine = Engine.on(work);
        var shared = new PreparedRepeats<>(data, config, work);
        var store = new ParameterStore(config.seed() + repeat)) {
      Split split = shared.split(repeat);
      Prepared<I> prepared = shared.of(split);
      Repeat<I> trained =
          Repeat.train(data, config, repeat, split, prepared, store, engine, Checkpoints.NONE);
      Model<I> model = trained.model();
      Require.that(
          model instanceof LearnedWeights,
          "%s learns no weights of neighbours",
          config.backbone().name());
      @SuppressWarnings("unchecked") // the model's own inputs
      var weighing = (LearnedWeights<I>) model;
      return weighing.firstLayer(trained.inputs(), engine);
    }
  }
}
