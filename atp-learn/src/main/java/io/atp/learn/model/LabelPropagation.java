package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.FeatureScaling;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.input.OneHot;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/// `Y^(k+1) = (1−α)·M·Y^(k) + α·Y^(0)` from one-hot training labels: the graph alone, features not
/// looked at.
///
/// Nothing is trained. Logits are the logarithms of the propagated rows, each divided by its sum; a
/// node no label reaches gets the same logit for every class.
public final class LabelPropagation implements Backbone<LabelPropagation.Settings, HopInputs> {
  /// Shares below this count as it, so that a logarithm stays finite.
  private static final float LEAST = 1e-12f;

  /// @param hops how far labels travel
  /// @param restart α, the share of a node's own label that comes back in each hop
  public record Settings(int hops, double restart) {
    public Settings {
      Require.atLeast("hops", hops, 1);
      Require.share("restart", restart);
    }
  }

  @Override
  public String name() {
    return "label-propagation";
  }

  @Override
  public String summary() {
    return "labels only: what is there to gain from features; nothing is trained";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(50, 0.1),
        TrainingConfig.adam(1, 1, 0, new StoppingRule.Fixed()),
        FeatureScaling.NONE,
        0.5);
  }

  @Override
  public boolean usesLabels(Settings settings) {
    return true;
  }

  @Override
  public HopInputs prepare(Settings settings, Problem problem, Workspace work) {
    return new HopInputs(List.of(logarithms(spread(settings, problem, work))));
  }

  private static PropagationConfig propagation(Settings settings) {
    return PropagationConfig.of(settings.hops(), new HopCombiner.Last())
        .withRestartShare(settings.restart());
  }

  private static DenseFeatures spread(Settings settings, Problem problem, Workspace work) {
    DenseFeatures oneHot = OneHot.of(problem.known(), work);
    return Propagator.propagate(problem.operator(), oneHot, propagation(settings), work).combined();
  }

  /// `∂ ln p_c / ∂ p_c = 1 / p_c`, p before its row is divided by its sum: shares in a class add up
  /// to 1.
  @Override
  public List<RowOrigin> origins(Settings settings, Problem problem, int node, Workspace work) {
    DenseFeatures oneHot = OneHot.of(problem.known(), work);
    DenseFeatures spread = spread(settings, problem, work);
    double[] slopes = new double[spread.width()];
    Arrays.setAll(slopes, c -> spread.get(node, c) > 0 ? 1 / (double) spread.get(node, c) : 0);
    RowOrigin origin =
        RowOrigin.of(problem.operator(), oneHot, propagation(settings), node).getFirst();
    return List.of(origin.withSlopes(slopes).labels());
  }

  private static DenseFeatures logarithms(DenseFeatures spread) {
    for (int node = 0; node < spread.rows(); node++) {
      double sum = 0;
      for (int c = 0; c < spread.width(); c++) {
        sum += spread.get(node, c);
      }
      for (int c = 0; c < spread.width(); c++) {
        double share = sum > 0 ? spread.get(node, c) / sum : 0;
        spread
            .data()
            .set(
                ValueLayout.JAVA_FLOAT_UNALIGNED,
                spread.at(node, c),
                (float) StrictMath.log(Math.max(share, LEAST)));
      }
    }
    return spread;
  }

  @Override
  public Model<HopInputs> create(
      Settings settings, HopInputs inputs, int outputs, ParameterStore store) {
    return new Lookup();
  }

  private record Lookup() implements Model<HopInputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      return List.of();
    }

    @Override
    public Tensor logits(Tape tape, HopInputs inputs, int[] nodes, Phase phase) {
      return inputs.rows(tape, 0, nodes);
    }
  }
}
