package io.atp.learn.model;

import io.atp.core.feature.FeatureScaling;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import java.util.Arrays;

/// `Z = αX + (1−α)/K · Σ_{k=1..K} M^k X`, `logits = Z·W + b`.
///
/// Simple spectral graph convolution. The ATP article writes the plain sum of hops 0 … K, which is
/// [Form#SUM].
public final class S2gc implements HopBackbone<S2gc.Settings> {
  /// How hops are added.
  public enum Form {
    /// The formula above.
    ORIGINAL,
    /// `1/(K+1) · Σ_{k=0..K} M^k X`.
    MEAN,
    /// `Σ_{k=0..K} M^k X`.
    SUM
  }

  /// @param hops K
  /// @param self α, the share of a node's own features
  public record Settings(int hops, double self, Form form) {
    public Settings {
      Require.atLeast("hops", hops, 1);
      Require.share("self", self);
    }
  }

  @Override
  public String name() {
    return "s2gc";
  }

  @Override
  public String summary() {
    return "linear classifier on αX + (1−α)·mean of M X … M^K X";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    Settings settings = new Settings(16, 0.05, Form.ORIGINAL);
    return switch (dataSet) {
      case "cora" -> planetoid(settings, 100, 1e-5);
      case "citeseer" -> planetoid(settings, 150, 1e-4);
      case "pubmed" -> planetoid(settings, 100, 2e-5);
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
    return PropagationConfig.of(settings.hops(), combiner(settings));
  }

  static HopCombiner combiner(Settings settings) {
    int hops = settings.hops();
    double[] weights = new double[hops + 1];
    switch (settings.form()) {
      case ORIGINAL -> {
        Arrays.fill(weights, (1 - settings.self()) / hops);
        weights[0] = settings.self();
      }
      case MEAN -> Arrays.fill(weights, 1.0 / (hops + 1));
      case SUM -> Arrays.fill(weights, 1);
    }
    return new HopCombiner.Weighted(weights);
  }

  @Override
  public Model<HopInputs> create(
      Settings settings, HopInputs inputs, int outputs, ParameterStore store) {
    return LinearModel.create(inputs, outputs, store);
  }
}
