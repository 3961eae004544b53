package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.push.LevelWeights;
import io.atp.core.push.ReversePush;
import io.atp.core.push.ReversePushConfig;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.DenseStack;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import java.util.List;
import java.util.Optional;

/// `Z = Σ_l α(1−α)^l M^l X`, `logits = MLP(Z)`.
///
/// Graph neural network by bidirectional propagation. The sum is exact by default; [Settings#push]
/// turns to the authors' reverse push from the features. Its r is one number for all nodes: with
/// ATP it is each node's own.
public final class Gbp implements Backbone<Gbp.Settings, HopInputs> {
  /// Share of walkers still on their way when the sum ends by itself.
  private static final double UNFINISHED = 1e-3;

  /// @param restartProbability α
  /// @param levels L of the sum, cut off there without making up for the weight beyond, as the ATP
  ///   article writes it; 0 for as many as leave a thousandth, which is then given to the last:
  ///   level L weighs `(1−α)^L ≤ 0.001`
  /// @param push rmax of the reverse push, which goes as far as it finds residues; 0 for the sum
  /// @param layers of the classifier
  /// @param dropout before each layer
  public record Settings(
      double restartProbability,
      int levels,
      double push,
      int hidden,
      int layers,
      double dropout,
      boolean batchNorm) {
    public Settings {
      Require.that(
          restartProbability > 0 && restartProbability <= 1,
          "restartProbability must lie in (0, 1], got %s",
          restartProbability);
      Require.atLeast("levels", levels, 0);
      Require.share("push", push);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("layers", layers, 1);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "gbp";
  }

  @Override
  public String summary() {
    return "MLP on Σ α(1−α)^l M^l X, exact or by reverse push";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "cora" -> recipe(dataSet, 0.1, 64, false, 16, 5e-4, 40, 0.5);
      case "citeseer" -> recipe(dataSet, 0.15, 64, true, 64, 0.2, 20, 0.4);
      case "pubmed" -> recipe(dataSet, 0.05, 128, false, 16, 5e-4, 40, 0.5);
      default -> recipe(dataSet, 0.1, 64, false, 0, 5e-4, 100, 0.5);
    };
  }

  private static Recipe<Settings> recipe(
      String dataSet,
      double restartProbability,
      int hidden,
      boolean batchNorm,
      int batchSize,
      double weightDecay,
      int patience,
      double kernelCoefficient) {
    return new Recipe<>(
        new Settings(restartProbability, 0, 0, hidden, 2, 0.5, batchNorm),
        TrainingConfig.adam(1000, 0.01, weightDecay, new StoppingRule.Accuracy(patience))
            .withBatchSize(batchSize),
        UsualScaling.of(dataSet),
        kernelCoefficient);
  }

  @Override
  public boolean takesNodeWise() {
    return true;
  }

  @Override
  public HopInputs prepare(Settings settings, Problem problem, Workspace work) {
    Require.that(
        settings.push() == 0 || problem.source().isPlain(),
        "gbp's own push and a node-wise strategy both make its sum; leave push at 0");
    if (settings.push() == 0) {
      return new HopInputs(problem.hops(sum(settings), work));
    }
    DenseFeatures pushed =
        ReversePush.propagate(
                problem.operator().graph(),
                problem.features(),
                problem.coefficients(),
                new ReversePushConfig(settings.restartProbability(), settings.push()),
                work)
            .features();
    return new HopInputs(List.of(pushed));
  }

  private static PropagationConfig sum(Settings settings) {
    double alpha = settings.restartProbability();
    int levels = settings.levels();
    if (levels > 0) {
      double[] weights = LevelWeights.truncatedPageRank(levels, alpha).values();
      return PropagationConfig.of(levels, new HopCombiner.Weighted(weights));
    }
    levels = alpha == 1 ? 0 : (int) Math.ceil(Math.log(UNFINISHED) / Math.log1p(-alpha));
    return PropagationConfig.of(levels, HopCombiner.personalisedPageRank(levels, alpha));
  }

  @Override
  public Optional<HopForm<HopInputs>> hopForm(Settings settings) {
    return Optional.of(new HopForm<>(sum(settings), hops -> hops));
  }

  @Override
  public boolean linear(Settings settings) {
    return settings.layers() == 1;
  }

  @Override
  public List<RowOrigin> origins(Settings settings, Problem problem, int node, Workspace work) {
    return problem.origins(sum(settings), settings.push() > 0, node, work);
  }

  @Override
  public Model<HopInputs> create(
      Settings settings, HopInputs inputs, int outputs, ParameterStore store) {
    return new StackModel(
        DenseStack.create(
            store,
            "layer",
            inputs.width(0),
            settings.hidden(),
            outputs,
            settings.layers(),
            settings.batchNorm(),
            settings.dropout()));
  }
}
