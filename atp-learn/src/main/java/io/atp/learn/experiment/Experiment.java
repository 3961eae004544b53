package io.atp.learn.experiment;

import io.atp.core.feature.FittedScaling;
import io.atp.core.nodewise.NodeWiseAccount;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.learn.evaluate.Calibration;
import io.atp.learn.evaluate.DegreeBands;
import io.atp.learn.evaluate.Evaluation;
import io.atp.learn.evaluate.Scores;
import io.atp.learn.evaluate.TemperatureScaling;
import io.atp.learn.model.Judgement;
import io.atp.learn.model.input.Lessons;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.plan.BuiltOperator;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.Judge;
import io.atp.learn.train.TrainingHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

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
    TrainingConfig training = config.recipe().training();
    var progress =
        new RepeatProgress(
            work.progress(), config.repeats(), training.epochs(), training.stopping());
    try (Workspace told = work.scratch(progress);
        Engine engine = Engine.on(told)) {
      return new Experiment<>(data, config, engine, checkpoints).repeats(work, progress);
    }
  }

  private ExperimentResult repeats(Workspace work, RepeatProgress progress) {
    List<RunResult> runs = new ArrayList<>();
    ParameterStore.Snapshot weights = null;
    BuiltOperator built = null;
    Optional<NodeWiseAccount> nodeWise = Optional.empty();
    FittedScaling scaling = null;
    Lessons lessons = Lessons.NONE;
    int best = 0;
    try (var shared = new PreparedRepeats<>(data, config, work)) {
      for (int run = 0; run < config.repeats(); run++) {
        int number = config.firstRepeat() + run;
        Split split = shared.split(number);
        Prepared<I> prepared = shared.of(split);
        built = prepared.built();
        nodeWise = prepared.nodeWise();
        try (var store = new ParameterStore(config.seed() + number)) {
          Judged judged = once(number, split, prepared, store);
          RunResult result = judged.result();
          runs.add(result);
          if (weights == null || result.validation() > runs.get(best).validation()) {
            best = run;
            weights = store.weights();
            scaling = prepared.scaling();
            lessons = judged.lessons();
          }
        }
        progress.ended();
      }
      return new ExperimentResult(
          runs,
          best,
          weights,
          lessons,
          scaling,
          built.account(),
          built.coefficients(),
          nodeWise,
          built.correctSeconds(),
          built.encodeSeconds(),
          shared.seconds());
    }
  }

  /// @param lessons the model was trained with
  private record Judged(RunResult result, Lessons lessons) {}

  private Judged once(int number, Split split, Prepared<I> prepared, ParameterStore store) {
    long start = System.nanoTime();
    Checkpoints place = checkpoints.apply(number);
    Repeat<I> repeat = Repeat.train(data, config, number, split, prepared, store, engine, place);
    double trainSeconds = (System.nanoTime() - start) * 1e-9 + place.spentSeconds();
    int[] nodes =
        IntStream.concat(IntStream.of(split.validation()), IntStream.of(split.test()))
            .sorted()
            .distinct()
            .toArray();
    int outputs = data.targets().outputs();
    Matrix logits = Judge.logits(repeat.model(), repeat.inputs(), nodes, outputs, engine);
    try {
      var judged = new JudgedLogits(data.graph().nodeCount(), nodes, logits);
      RunResult result = judged(repeat.seed(), repeat.history(), split, judged, trainSeconds);
      return new Judged(result, repeat.lessons());
    } finally {
      engine.pool().give(logits);
    }
  }

  private RunResult judged(
      long seed, TrainingHistory history, Split split, JudgedLogits rows, double trainSeconds) {
    double validation = score(rows, split.validation());
    double test = score(rows, split.test());
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

  private double score(JudgedLogits rows, int[] nodes) {
    if (nodes.length == 0) {
      return Judgement.NONE.score();
    }
    Matrix some = engine.pool().take(nodes.length, rows.classes());
    for (int i = 0; i < nodes.length; i++) {
      rows.copyRow(nodes[i], some, i);
    }
    double score = data.targets().judge(some, nodes).score();
    engine.pool().give(some);
    return score;
  }
}
