package io.atp.learn.experiment;

import io.atp.io.dataset.Split;
import io.atp.learn.model.Model;
import io.atp.learn.model.Targets;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.Trainer;
import io.atp.learn.train.TrainingHistory;
import io.atp.learn.train.TrainingTask;

/// One model trained from fresh weights.
///
/// @param split the repeat's own; its test part was not looked at
record Repeat<I>(long seed, Split split, Model<I> model, TrainingHistory history) {
  static <S extends Record, I> Repeat<I> train(
      LabelledData data,
      ExperimentConfig<S, I> config,
      int number,
      Split split,
      Prepared<I> prepared,
      ParameterStore store,
      Engine engine,
      Checkpoints checkpoints) {
    return train(data, config, number, split, prepared, store, engine, checkpoints, (_, _) -> {});
  }

  /// Is told of every epoch.
  interface Watcher<I> {
    void after(Model<I> model, int epoch);
  }

  static <S extends Record, I> Repeat<I> train(
      LabelledData data,
      ExperimentConfig<S, I> config,
      int number,
      Split split,
      Prepared<I> prepared,
      ParameterStore store,
      Engine engine,
      Checkpoints checkpoints,
      Watcher<I> watcher) {
    Targets targets = data.targets();
    var settings = config.recipe().settings();
    Model<I> model =
        config.backbone().create(settings, prepared.judgeInputs(), targets.outputs(), store);
    int[] trainNodes = prepared.trainNodes(split);
    Targets trainTargets = prepared.trainTargets(targets, split);
    if (config.recipe().training().classWeights()) {
      trainTargets = trainTargets.balanced(trainNodes);
    }
    var task =
        new TrainingTask<>(
            model,
            store,
            prepared.trainInputs(),
            trainNodes,
            trainTargets,
            prepared.judgeInputs(),
            split.validation(),
            targets);
    long seed = config.seed() + number;
    var history =
        Trainer.train(
            task,
            config.recipe().training(),
            seed,
            engine,
            checkpoints,
            epoch -> watcher.after(model, epoch));
    return new Repeat<>(seed, split, model, history);
  }
}
