package io.atp.learn.experiment;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.learn.evaluate.Calibration;
import io.atp.learn.evaluate.ClassRows;
import io.atp.learn.evaluate.DegreeBands;
import io.atp.learn.evaluate.Evaluation;
import io.atp.learn.evaluate.Scores;
import io.atp.learn.evaluate.TemperatureScaling;
import io.atp.learn.model.Judgement;
import io.atp.learn.model.Model;
import io.atp.learn.model.Targets;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.Judge;
import io.atp.learn.train.Trainer;
import io.atp.learn.train.TrainingHistory;
import io.atp.learn.train.TrainingTask;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// Runs the repeats of an experiment.
///
/// ```java
/// ExperimentResult result = Experiment.run(LabelledData.of(data), config, work);
/// ```
public final class Experiment<S extends Record, I> {
  private final LabelledData data;
  private final ExperimentConfig<S, I> config;
  private final Engine engine;
  private final IntFunction<Checkpoints> checkpoints;

  private Experiment(
      LabelledData data,
      ExperimentConfig<S, I> config,
      Engine engine,
      IntFunction<Checkpoints> checkpoints) {
    this.data = data;
    this.config = config;
    this.engine = engine;
    this.checkpoints = checkpoints;
  }

  public static <S extends Record, I> ExperimentResult run(
      LabelledData data, ExperimentConfig<S, I> config, Workspace work) {
    return run(data, config, work, _ -> Checkpoints.NONE);
  }

  /// @param checkpoints where each repeat leaves its state, by number
  public static <S extends Record, I> ExperimentResult run(
      LabelledData data,
      ExperimentConfig<S, I> config,
      Workspace work,
      IntFunction<Checkpoints> checkpoints) {
    try (Engine engine = Engine.on(work)) {
      return new Experiment<>(data, config, engine, checkpoints).repeats(work);
    }
  }

  private ExperimentResult repeats(Workspace work) {
    List<RunResult> runs = new ArrayList<>();
    ParameterStore.Snapshot weights = null;
    int best = 0;
    double prepareSeconds = 0;
    Workspace memory = null;
    Prepared<I> prepared = null;
    try {
      for (int repeat = 0; repeat < config.repeats(); repeat++) {
        Split split = data.split(config.split(), repeat, config.seed() + repeat);
        if (prepared == null || config.dependsOnSplit()) {
          if (memory != null) {
            memory.close();
          }
          memory = work.scratch();
          prepared = Prepared.of(data, config, split, memory);
          prepareSeconds += prepared.prepareSeconds();
        }
        try (var store = new ParameterStore(config.seed() + repeat)) {
          RunResult run = once(repeat, split, prepared, store);
          runs.add(run);
          if (weights == null || run.validation() > runs.get(best).validation()) {
            best = repeat;
            weights = store.snapshot();
          }
        }
        work.progress().report("repeats", repeat + 1L, config.repeats());
      }
    } finally {
      if (memory != null) {
        memory.close();
      }
    }
    return new ExperimentResult(runs, best, weights, prepared.built(), prepareSeconds);
  }

  private RunResult once(int repeat, Split split, Prepared<I> prepared, ParameterStore store) {
    long start = System.nanoTime();
    Targets targets = data.targets();
    int outputs = targets.outputs();
    Model<I> model =
        config
            .backbone()
            .create(config.recipe().settings(), prepared.judgeInputs(), outputs, store);
    Targets trainTargets = prepared.trainTargets(targets, split);
    int[] trainNodes = prepared.trainNodes(split);
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
    long seed = config.seed() + repeat;
    TrainingHistory history =
        Trainer.train(task, config.recipe().training(), seed, engine, checkpoints.apply(repeat));
    double trainSeconds = (System.nanoTime() - start) * 1e-9;
    int[] all = Prepared.allNodes(data.graph().nodeCount());
    Matrix logits = Judge.logits(model, prepared.judgeInputs(), all, outputs, engine);
    try {
      return judged(seed, history, split, logits, trainSeconds);
    } finally {
      engine.pool().give(logits);
    }
  }

  private RunResult judged(
      long seed, TrainingHistory history, Split split, Matrix logits, double trainSeconds) {
    double validation = score(logits, split.validation());
    double test = score(logits, split.test());
    Optional<Labels> labels = data.labels();
    if (labels.isEmpty() || split.test().length == 0) {
      return new RunResult(
          seed,
          history,
          validation,
          test,
          Optional.empty(),
          List.of(),
          1,
          Optional.empty(),
          trainSeconds);
    }
    ClassRows rows =
        ClassRows.of(new DenseFeatures(logits.rows(), logits.columns(), logits.data()));
    double temperature =
        split.validation().length == 0
            ? 1
            : TemperatureScaling.fit(rows, labels.get(), split.validation()).temperature();
    Scores scores = Scores.ofLogits(rows);
    DegreeBands bands = DegreeBands.quantiles(data.graph(), split.test(), 4);
    return new RunResult(
        seed,
        history,
        validation,
        test,
        Optional.of(Evaluation.of(scores, labels.get(), split.test())),
        bands.accuracy(data.graph(), scores, labels.get(), split.test()),
        temperature,
        Optional.of(
            Calibration.of(new Scores.Softmax(rows, temperature), labels.get(), split.test())),
        trainSeconds);
  }

  private double score(Matrix logits, int[] nodes) {
    if (nodes.length == 0) {
      return Judgement.NONE.score();
    }
    Matrix some = engine.pool().take(nodes.length, logits.columns());
    for (int i = 0; i < nodes.length; i++) {
      MemorySegment.copy(logits.data(), logits.at(nodes[i]), some.data(), some.at(i), logits.at(1));
    }
    double score = data.targets().judge(some, nodes).score();
    engine.pool().give(some);
    return score;
  }
}
