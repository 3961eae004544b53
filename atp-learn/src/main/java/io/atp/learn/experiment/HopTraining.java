package io.atp.learn.experiment;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.Split;
import io.atp.learn.evaluate.ClassRows;
import io.atp.learn.evaluate.TemperatureScaling;
import io.atp.learn.model.HopBackbone;
import io.atp.learn.model.Model;
import io.atp.learn.model.Recipe;
import io.atp.learn.model.Targets;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.train.Checkpoints;
import io.atp.learn.train.Judge;
import io.atp.learn.train.Trainer;
import io.atp.learn.train.TrainingHistory;
import io.atp.learn.train.TrainingTask;

/// Trains on hops that were propagated elsewhere and of which only the labelled rows are here. The
/// weights are those that [Experiment] would have found with the whole graph at hand.
public final class HopTraining {
  private HopTraining() {}

  /// @param validation score of the kept weights
  /// @param temperature what logits are divided by for calibrated probabilities
  public record Trained(
      ParameterStore.Snapshot weights,
      TrainingHistory history,
      double validation,
      double temperature) {}

  /// @param hops rows of the labelled nodes, in the order of their ids
  /// @param labels of those rows
  /// @param split of those rows
  public static <S extends Record> Trained train(
      HopBackbone<S> backbone,
      Recipe<S> recipe,
      HopInputs hops,
      Labels labels,
      Split split,
      long seed,
      Workspace work) {
    Targets targets = new Targets.OneClass(labels);
    try (Engine engine = Engine.on(work);
        var store = new ParameterStore(seed)) {
      Model<HopInputs> model = backbone.create(recipe.settings(), hops, labels.classCount(), store);
      Targets trainTargets =
          recipe.training().classWeights() ? targets.balanced(split.train()) : targets;
      var task =
          new TrainingTask<>(
              model, store, hops, split.train(), trainTargets, hops, split.validation(), targets);
      TrainingHistory history =
          Trainer.train(task, recipe.training(), seed, engine, Checkpoints.NONE);
      double validation = Judge.judge(model, hops, split.validation(), targets, engine).score();
      double temperature = temperature(model, hops, labels, split, engine);
      return new Trained(store.snapshot(), history, validation, temperature);
    }
  }

  private static double temperature(
      Model<HopInputs> model, HopInputs hops, Labels labels, Split split, Engine engine) {
    if (split.validation().length == 0) {
      return 1;
    }
    int[] all = Prepared.allNodes(hops.nodeCount());
    Matrix logits = Judge.logits(model, hops, all, labels.classCount(), engine);
    ClassRows rows =
        ClassRows.of(new DenseFeatures(logits.rows(), logits.columns(), logits.data()));
    double temperature = TemperatureScaling.fit(rows, labels, split.validation()).temperature();
    engine.pool().give(logits);
    return temperature;
  }
}
