package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.push.LevelWeights;
import io.atp.core.push.RandomisedPush;
import io.atp.core.push.RandomisedPushConfig;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.DenseStack;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import java.util.List;
import java.util.Optional;

/// `Z ≈ Σ_{l≤L} w_l M^l X` by randomised push, `logits = MLP(Z)`.
///
/// Approximate graph propagation, in the unbiased form of its article: amounts below δ of a
/// column's sum are sent or not by chance. The ATP article does not say which weights it ran; here
/// they are those of APPNP unless set otherwise.
public final class Agp implements Backbone<Agp.Settings, HopInputs> {
  /// w_0 … w_L.
  public sealed interface Weights {
    /// SGC: level L alone.
    record Last() implements Weights {}

    /// APPNP: `α(1−α)^l`, and `(1−α)^L` for the last.
    record PageRank(double restartProbability) implements Weights {}

    /// GDC: `e^−t · t^l / l!`.
    record Heat(double time) implements Weights {}

    private LevelWeights upTo(int lastLevel) {
      return switch (this) {
        case Last() -> LevelWeights.single(lastLevel);
        case PageRank(double alpha) -> LevelWeights.personalisedPageRank(lastLevel, alpha);
        case Heat(double time) -> LevelWeights.heat(lastLevel, time);
      };
    }
  }

  /// @param levels L
  /// @param threshold δ, 0 for the exact sum
  /// @param pushSeed decides what chance sends; the same for all repeats, as the push is made once
  /// @param layers of the classifier
  /// @param dropout before each layer
  public record Settings(
      Weights weights,
      int levels,
      double threshold,
      long pushSeed,
      int hidden,
      int layers,
      double dropout,
      boolean batchNorm) {
    public Settings {
      Require.atLeast("levels", levels, 0);
      Require.share("threshold", threshold);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("layers", layers, 1);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "agp";
  }

  @Override
  public String summary() {
    return "MLP on Σ w_l M^l X by randomised push: sgc, pagerank or heat weights";
  }

  /// The authors give none for citation graphs: their level count and threshold, GBP's classifier.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(new Weights.PageRank(0.1), 20, 1e-7, 0, 64, 2, 0.5, false),
        TrainingConfig.adam(1000, 0.01, 5e-4, new StoppingRule.Accuracy(50)),
        UsualScaling.of(dataSet),
        0.5);
  }

  @Override
  public boolean takesNodeWise() {
    return true;
  }

  /// The sum is exact where a node-wise strategy makes it.
  @Override
  public HopInputs prepare(Settings settings, Problem problem, Workspace work) {
    if (!problem.source().isPlain()) {
      return new HopInputs(problem.hops(sum(settings), work));
    }
    var config =
        new RandomisedPushConfig(
            settings.weights().upTo(settings.levels()), settings.threshold(), settings.pushSeed());
    DenseFeatures pushed =
        RandomisedPush.propagate(
                problem.operator().graph(),
                problem.features(),
                problem.coefficients(),
                config,
                work)
            .features();
    return new HopInputs(List.of(pushed));
  }

  private static PropagationConfig sum(Settings settings) {
    double[] weights = settings.weights().upTo(settings.levels()).values();
    return PropagationConfig.of(settings.levels(), new HopCombiner.Weighted(weights));
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
    boolean pushed = problem.source().isPlain() && settings.threshold() > 0;
    return problem.origins(sum(settings), pushed, node, work);
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
