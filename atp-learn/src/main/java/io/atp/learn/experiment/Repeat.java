package io.atp.learn.experiment;

import io.atp.io.dataset.Split;
import io.atp.learn.model.Model;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.TrainingHistory;

/// One model trained from fresh weights.
///
/// @param split the repeat's own; its test part was not looked at
/// @param inputs what the model is to be asked with
/// @param lessons of the stage before the last, where there was one
/// @param history of the last stage
record Repeat<I>(
    long seed, Split split, I inputs, Lessons lessons, Model<I> model, TrainingHistory history) {
  static <S extends Record, I> Repeat<I> train(
      LabelledData data,
      ExperimentConfig<S, I> config,
      int number,
      Split split,
      Prepared<I> prepared,
      ParameterStore store,
      Engine engine,
      Checkpoints checkpoints) {
    return new StagedTraining<>(data, config, number, split, prepared, engine, checkpoints)
        .run(store, (_, _, _) -> {});
  }

  /// Is told of every epoch.
  interface Watcher<I> {
    void after(Model<I> model, I inputs, int epoch);
  }
}
