package io.atp.learn.train;

import io.atp.core.runtime.Progress;
import io.atp.core.runtime.StatelessHash;
import io.atp.learn.model.Judgement;
import io.atp.learn.model.ParameterStore;
import io.atp.learn.optimise.Optimiser;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/// Trains one model from the weights it has to those its [StoppingRule] keeps.
///
/// All randomness of a step is a hash of (seed, epoch, batch), so an epoch can be repeated or taken
/// up again and gives the same bytes.
public final class Trainer<I> {
  private static final long PURPOSE = 0x64726F70L;

  private final TrainingTask<I> task;
  private final TrainingConfig config;
  private final long seed;
  private final Engine engine;
  private final List<ParameterGroup> groups;

  private Trainer(TrainingTask<I> task, TrainingConfig config, long seed, Engine engine) {
    this.task = task;
    this.config = config;
    this.seed = seed;
    this.engine = engine;
    this.groups = task.model().groups(config.learningRate(), config.weightDecay());
  }

  /// Leaves the kept weights in the task's store.
  ///
  /// @throws Diverged where the loss stops being a finite number
  public static <I> TrainingHistory train(
      TrainingTask<I> task, TrainingConfig config, long seed, Engine engine) {
    return new Trainer<>(task, config, seed, engine).run();
  }

  private TrainingHistory run() {
    Stopping stopping = new Stopping(config.stopping());
    List<TrainingHistory.Epoch> epochs = new ArrayList<>();
    ParameterStore.Snapshot kept = null;
    int keptEpoch = 0;
    Progress progress = engine.workspace().progress();
    try (Optimiser optimiser = config.optimiser().over(groups)) {
      for (int epoch = 1; epoch <= config.epochs(); epoch++) {
        double loss = pass(epoch, optimiser);
        boolean last = epoch == config.epochs();
        boolean judged =
            last || config.stopping().asksValidation() && epoch % config.judgeEvery() == 0;
        Judgement validation = judged ? judge() : Judgement.NONE;
        epochs.add(new TrainingHistory.Epoch(epoch, loss, validation));
        progress.report("train", epoch, config.epochs());
        if (!judged) {
          continue;
        }
        var decision = stopping.see(validation.loss(), validation.score(), config.judgeEvery());
        if (decision.keep()) {
          keptEpoch = epoch;
          if (!config.stopping().keepsLast()) {
            kept = task.store().snapshot();
          }
        }
        if (decision.stop()) {
          break;
        }
      }
    }
    if (kept != null && keptEpoch != epochs.size()) {
      task.store().restore(kept);
    }
    return new TrainingHistory(epochs, keptEpoch == 0 ? epochs.size() : keptEpoch);
  }

  private Judgement judge() {
    return Judge.judge(
        task.model(), task.judgeInputs(), task.validationNodes(), task.judgeTargets(), engine);
  }

  /// One pass over the training nodes; the mean loss of its batches.
  private double pass(int epoch, Optimiser optimiser) {
    List<int[]> batches = Batches.of(task.trainNodes(), config.batchSize(), seed, epoch);
    double rateFactor = config.schedule().factor(epoch - 1);
    double sum = 0;
    for (int batch = 0; batch < batches.size(); batch++) {
      int[] nodes = batches.get(batch);
      long stepSeed = StatelessHash.of(seed, PURPOSE, epoch, batch);
      double loss = optimiser.step(() -> gradients(nodes, stepSeed), rateFactor);
      if (!Double.isFinite(loss)) {
        throw new Diverged(epoch, loss, config.learningRate());
      }
      sum += loss;
    }
    return sum / batches.size();
  }

  private double gradients(int[] nodes, long stepSeed) {
    task.store().clearGradients();
    try (Tape tape = engine.tape()) {
      Tensor loss =
          task.model()
              .loss(
                  tape, task.trainInputs(), nodes, task.trainTargets(), Phase.training(stepSeed));
      double value = loss.value().get(0, 0);
      tape.backward(loss);
      config.clip().apply(groups);
      return value;
    }
  }
}
