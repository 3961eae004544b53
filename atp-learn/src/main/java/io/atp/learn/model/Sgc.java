package io.atp.learn.model;

import io.atp.core.feature.FeatureScaling;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;

/// `Z = M^K X`, `logits = Z·W + b`.
///
/// Simple graph convolution: all propagation first, then a linear classifier. The ATP authors'
/// class of this name averages hops 0 … K instead; that is [Hops#MEAN].
public final class Sgc implements HopBackbone<Sgc.Settings> {
  /// What of the hops the classifier sees.
  public enum Hops {
    /// M^K X.
    LAST,
    /// The mean of X, MX, …, M^K X.
    MEAN
  }

  /// @param hops K
  /// @param combine what is kept of them
  public record Settings(int hops, Hops combine) {
    public Settings {
      Require.atLeast("hops", hops, 0);
    }
  }

  @Override
  public String name() {
    return "sgc";
  }

  @Override
  public String summary() {
    return "linear classifier on M^K X";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    Settings settings = new Settings(2, Hops.LAST);
    return switch (dataSet) {
      case "cora" -> planetoid(settings, 100, 1.3027e-5);
      case "citeseer" -> planetoid(settings, 150, 2.3546e-5);
      case "pubmed" -> planetoid(settings, 100, 7.4039e-5);
      default ->
          new Recipe<>(
              settings,
              TrainingConfig.adam(500, 0.05, 1e-5, new StoppingRule.Accuracy(100)),
              UsualScaling.of(dataSet),
              0.5);
    };
  }

  private static Recipe<Settings> planetoid(Settings settings, int epochs, double weightDecay) {
    return new Recipe<>(
        settings,
        TrainingConfig.adam(epochs, 0.2, weightDecay, new StoppingRule.Fixed()),
        FeatureScaling.ROW_SUM,
        0.5);
  }

  @Override
  public boolean linear(Settings settings) {
    return true;
  }

  @Override
  public PropagationConfig propagation(Settings settings) {
    HopCombiner combiner =
        switch (settings.combine()) {
          case LAST -> new HopCombiner.Last();
          case MEAN -> HopCombiner.mean(settings.hops());
        };
    return PropagationConfig.of(settings.hops(), combiner);
  }

  @Override
  public Model<HopInputs> create(
      Settings settings, HopInputs inputs, int outputs, ParameterStore store) {
    return LinearModel.create(inputs, outputs, store);
  }
}
