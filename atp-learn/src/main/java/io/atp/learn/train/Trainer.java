package io.atp.learn.train;

import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.Judgement;
import io.atp.learn.model.Steps;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.Optimiser;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Trains one model from the weights it has to those its [io.atp.learn.optimise.StoppingRule]
/// keeps.
///
/// All randomness of a step is a hash of (seed, epoch, batch), so an epoch can be repeated or taken
/// up again and gives the same bytes.
public final class Trainer<I> {
  /// What epochs are reported as.
  public static final String STEP = "train";

  private static final long PURPOSE = 0x64726F70L;

  private final TrainingTask<I> task;
  private final TrainingConfig config;
  private final long seed;
  private final Engine engine;
  private final Checkpoints checkpoints;
  private final IntConsumer watcher;
  private final List<ParameterGroup> groups;
  private final Steps steps;
  private final Stopping stopping;
  private final List<TrainingHistory.Epoch> epochs = new ArrayList<>();
  private ParameterStore.Snapshot kept;
  private int keptEpoch;
  private boolean over;

  private Trainer(
      TrainingTask<I> task,
      TrainingConfig config,
      long seed,
      Engine engine,
      Checkpoints checkpoints,
      IntConsumer watcher) {
    this.task = task;
    this.config = config;
    this.seed = seed;
    this.engine = engine;
    this.checkpoints = checkpoints;
    this.watcher = watcher;
    Require.that(
        task.validationNodes().length > 0 || !config.stopping().asksValidation(),
        "the stopping rule asks validation, and the split has no validation nodes");
    this.groups = task.model().groups(config.learningRate(), config.weightDecay());
    this.steps =
        task.model()
            .steps(
                task.trainInputs(),
                task.trainNodes(),
                task.trainTargets(),
                config.batchSize(),
                seed);
    this.stopping = new Stopping(config.stopping());
  }

  /// Leaves the kept weights in the task's store.
  ///
  /// @throws Diverged where the loss stops being a finite number
  public static <I> TrainingHistory train(
      TrainingTask<I> task,
      TrainingConfig config,
      long seed,
      Engine engine,
      Checkpoints checkpoints) {
    return train(task, config, seed, engine, checkpoints, _ -> {});
  }

  /// @param watcher told the number of each epoch, while the store holds its weights
  /// @throws Diverged where the loss stops being a finite number
  public static <I> TrainingHistory train(
      TrainingTask<I> task,
      TrainingConfig config,
      long seed,
      Engine engine,
      Checkpoints checkpoints,
      IntConsumer watcher) {
    try (Workspace parts = engine.workspace().quietScratch()) {
      return new Trainer<>(task.focused(parts), config, seed, engine, checkpoints, watcher).run();
    }
  }

  private TrainingHistory run() {
    Progress progress = engine.workspace().progress();
    try (Optimiser optimiser = config.optimiser().over(groups)) {
      checkpoints.load().ifPresent(state -> takeUp(state, optimiser));
      while (!over) {
        int epoch = epochs.size() + 1;
        double loss = pass(epoch, optimiser);
        Judgement validation = asked(epoch) ? judge() : Judgement.NONE;
        note(new TrainingHistory.Epoch(epoch, loss, validation), true);
        watcher.accept(epoch);
        progress.report(STEP, epoch, config.epochs());
        if (over) {
          restore();
        }
        if (over || checkpoints.due(epoch)) {
          checkpoints.save(state(optimiser));
        }
      }
    }
    return new TrainingHistory(epochs, keptEpoch);
  }

  /// Validation is asked by rules that look at it, and of the last epoch in any case.
  private boolean asked(int epoch) {
    return epoch == config.epochs()
        || config.stopping().asksValidation() && epoch % config.judgeEvery() == 0;
  }

  private Judgement judge() {
    return Judge.judge(
        task.model(), task.judgeInputs(), task.validationNodes(), task.judgeTargets(), engine);
  }

  /// Adds an epoch to the history and draws the consequences.
  ///
  /// @param fresh whether the store holds the weights of this epoch
  private void note(TrainingHistory.Epoch epoch, boolean fresh) {
    epochs.add(epoch);
    over = epoch.number() >= config.epochs();
    if (config.stopping().keepsLast()) {
      keptEpoch = epoch.number();
    }
    if (!epoch.validation().made()) {
      return;
    }
    var decision =
        stopping.see(epoch.validation().loss(), epoch.validation().score(), config.judgeEvery());
    if (decision.keep() && !config.stopping().keepsLast()) {
      keptEpoch = epoch.number();
      kept = fresh ? task.store().weights() : kept;
    }
    over |= decision.stop();
  }

  private void restore() {
    if (kept != null && keptEpoch != epochs.size()) {
      task.store().restore(kept);
    }
  }

  /// One pass over the training nodes; the mean loss of its steps.
  private double pass(int epoch, Optimiser optimiser) {
    double rateFactor = config.schedule().factor(epoch - 1);
    double sum = 0;
    try (var drawn = new DrawnSteps(steps, epoch, engine.workers().threads())) {
      for (int number = 0; number < drawn.count(); number++) {
        Steps.Step step = drawn.next();
        long stepSeed = StatelessHash.of(seed, PURPOSE, epoch, number);
        long before = optimiser.steps();
        double loss = optimiser.step(() -> gradients(step, stepSeed, before), rateFactor);
        if (!Double.isFinite(loss)) {
          throw new Diverged(epoch, loss, config.learningRate());
        }
        sum += loss;
      }
      return sum / drawn.count();
    }
  }

  private double gradients(Steps.Step step, long stepSeed, long before) {
    task.store().clearGradients();
    try (Tape tape = engine.tape()) {
      Tensor loss = step.loss(tape, Phase.training(stepSeed, before));
      double value = loss.value().get(0, 0);
      tape.backward(loss);
      config.clip().apply(groups);
      return value;
    }
  }

  private TrainingState state(Optimiser optimiser) {
    Map<String, float[][]> moments = new LinkedHashMap<>();
    if (!over) {
      optimiser.state().forEach((name, matrix) -> moments.put(name, matrix.toArray()));
    }
    return new TrainingState(
        over,
        List.copyOf(epochs),
        keptEpoch,
        task.store().snapshot().copies(),
        over ? Optional.empty() : Optional.ofNullable(kept).map(ParameterStore.Snapshot::copies),
        optimiser.steps(),
        moments);
  }

  private void takeUp(TrainingState state, Optimiser optimiser) {
    state.epochs().forEach(epoch -> note(epoch, false));
    Require.that(
        over == state.finished() && keptEpoch == state.keptEpoch(),
        "the checkpoint after epoch %d is of other settings",
        state.epochs().size());
    task.store().restore(new ParameterStore.Snapshot(state.values()));
    kept = state.kept().map(ParameterStore.Snapshot::new).orElse(null);
    if (over) {
      return;
    }
    Map<String, Matrix> moments = optimiser.state();
    state
        .optimiser()
        .forEach(
            (name, rows) -> {
              Matrix matrix = moments.get(name);
              Require.that(matrix != null, "the checkpoint holds an unknown moment %s", name);
              matrix.copyFrom(rows);
            });
    optimiser.resume(state.optimiserSteps());
  }
}
