package io.atp.learn.experiment;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.io.dataset.Split;
import io.atp.learn.model.Model;
import io.atp.learn.model.Stages;
import io.atp.learn.model.Targets;
import io.atp.learn.model.TaughtModel;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.Judge;
import io.atp.learn.train.Trainer;
import io.atp.learn.train.TrainingTask;
import java.util.stream.IntStream;

/// The stages of one repeat, each from fresh weights. All but the last forget theirs.
///
/// @param number of the repeat
record StagedTraining<S extends Record, I>(
    LabelledData data,
    ExperimentConfig<S, I> config,
    int number,
    Split split,
    Prepared<I> prepared,
    Engine engine,
    Checkpoints checkpoints) {
  private static final long PURPOSE = 0x7374616765L; // "stage"

  private long seed() {
    return config.seed() + number;
  }

  /// @param store where the last stage leaves its weights
  /// @param watcher told of the last stage's epochs
  Repeat<I> run(ParameterStore store, Repeat.Watcher<I> watcher) {
    Stages how = config.backbone().stages(config.recipe().settings());
    if (how.count() > 1) {
      requireStagesPossible();
    }
    Lessons lessons = Lessons.NONE;
    I inputs = prepared.judgeInputs();
    for (int stage = 0; stage < how.count() - 1; stage++) {
      long ownSeed = StatelessHash.of(seed(), PURPOSE, stage);
      try (var own = new ParameterStore(ownSeed)) {
        Checkpoints place = checkpoints.stage(stage);
        Repeat<I> teacher =
            stage(ownSeed, inputs, lessons, how.weight(), own, place, (_, _, _) -> {});
        lessons = lessons(teacher, how);
        inputs = prepared.taught().apply(lessons);
      }
    }
    return stage(seed(), inputs, lessons, how.weight(), store, checkpoints, watcher);
  }

  private void requireStagesPossible() {
    Require.that(
        !config.inductive(),
        "stages learn from nodes outside training, which an inductive run does not see");
    Require.that(
        data.labels().isPresent(), "stages are for one class per node, and these have many");
  }

  private Lessons lessons(Repeat<I> teacher, Stages how) {
    int[] all = Prepared.allNodes(data.graph().nodeCount());
    Matrix logits =
        Judge.logits(teacher.model(), teacher.inputs(), all, data.targets().outputs(), engine);
    Lessons lessons = how.lessons(logits, split.train());
    engine.pool().give(logits);
    return lessons;
  }

  private Repeat<I> stage(
      long seed,
      I inputs,
      Lessons lessons,
      double weight,
      ParameterStore store,
      Checkpoints place,
      Repeat.Watcher<I> watcher) {
    Targets targets = data.targets();
    var recipe = config.recipe();
    Model<I> model = config.backbone().create(recipe.settings(), inputs, targets.outputs(), store);
    int[] trainNodes = prepared.trainNodes(split);
    Targets trainTargets = prepared.trainTargets(targets, split);
    if (recipe.training().classWeights()) {
      trainTargets = trainTargets.balanced(trainNodes);
    }
    if (!lessons.isEmpty()) {
      model = new TaughtModel<>(model, lessons, weight);
      trainNodes =
          IntStream.concat(IntStream.of(trainNodes), IntStream.of(lessons.nodes())).toArray();
    }
    Model<I> trained = model;
    var task =
        new TrainingTask<>(
            trained,
            store,
            prepared.inductive() ? prepared.trainInputs() : inputs,
            trainNodes,
            trainTargets,
            inputs,
            split.validation(),
            targets);
    var history =
        Trainer.train(
            task,
            recipe.training(),
            seed,
            engine,
            place,
            epoch -> watcher.after(trained, inputs, epoch));
    return new Repeat<>(seed, split, inputs, lessons, trained, history);
  }
}
