package io.atp.learn.model;

import io.atp.core.feature.FeatureScaling;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.FeedForward;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.List;
import java.util.Optional;

/// `Z = Σ_{l≤K} w_l ((1−α)M + αI)^l X`, then a classifier: SGC, SSGC and GBP as the ATP authors'
/// code has them.
///
/// | | α | w | classifier |
/// | --- | --- | --- | --- |
/// | SGC | 0 | mean of hops 0 … K | linear |
/// | SSGC | 0.05 | mean of hops 0 … K | MLP |
/// | GBP | 0.1 | `0.85 · 0.15^l` | MLP, dropout 0.5 whatever is set |
///
/// The lazy powers smooth binomially; they are not personalised PageRank, though the class there is
/// called so.
public final class AuthorsSum implements Backbone<AuthorsSum.Settings, HopInputs> {
  private enum Form {
    SGC,
    SSGC,
    GBP
  }

  private final Form form;

  private AuthorsSum(Form form) {
    this.form = form;
  }

  public static AuthorsSum sgc() {
    return new AuthorsSum(Form.SGC);
  }

  public static AuthorsSum ssgc() {
    return new AuthorsSum(Form.SSGC);
  }

  public static AuthorsSum gbp() {
    return new AuthorsSum(Form.GBP);
  }

  /// @param hops K
  /// @param lazyShare α, how much of itself a node keeps in each hop
  /// @param hidden of the MLP; the linear classifier has none
  /// @param layers of the MLP
  /// @param dropout after each hidden layer
  public record Settings(int hops, double lazyShare, int hidden, int layers, double dropout) {
    public Settings {
      Require.atLeast("hops", hops, 0);
      Require.share("lazyShare", lazyShare);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("layers", layers, 1);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return switch (form) {
      case SGC -> "authors-sgc";
      case SSGC -> "authors-ssgc";
      case GBP -> "authors-gbp";
    };
  }

  @Override
  public String summary() {
    return switch (form) {
      case SGC -> "as in the ATP authors' code: linear classifier on the mean of X … M^K X";
      case SSGC -> "as in the ATP authors' code: MLP on the mean of lazy hops";
      case GBP -> "as in the ATP authors' code: MLP on Σ .85·.15^l of lazy hops";
    };
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    double lazyShare =
        switch (form) {
          case SGC -> 0;
          case SSGC -> 0.05;
          case GBP -> 0.1;
        };
    return new Recipe<>(
        new Settings(3, lazyShare, 256, 2, 0.5), AuthorsCode.training(), FeatureScaling.NONE, 0.5);
  }

  @Override
  public boolean takesNodeWise() {
    return true;
  }

  @Override
  public HopInputs prepare(Settings settings, Problem problem, Workspace work) {
    return new HopInputs(problem.hops(propagation(settings), work));
  }

  private PropagationConfig propagation(Settings settings) {
    HopCombiner sum =
        form == Form.GBP ? falling(settings.hops()) : HopCombiner.mean(settings.hops());
    return PropagationConfig.of(settings.hops(), sum).withLazyShare(settings.lazyShare());
  }

  @Override
  public Optional<HopForm<HopInputs>> hopForm(Settings settings) {
    return Optional.of(new HopForm<>(propagation(settings), hops -> hops));
  }

  @Override
  public boolean linear(Settings settings) {
    return form == Form.SGC;
  }

  @Override
  public List<RowOrigin> origins(Settings settings, Problem problem, int node, Workspace work) {
    return problem.origins(propagation(settings), node, work);
  }

  /// `0.85 · 0.15^l`.
  private static HopCombiner falling(int hops) {
    double[] weights = new double[hops + 1];
    weights[0] = 0.85;
    for (int hop = 1; hop <= hops; hop++) {
      weights[hop] = 0.15 * weights[hop - 1];
    }
    return new HopCombiner.Weighted(weights);
  }

  @Override
  public Model<HopInputs> create(
      Settings settings, HopInputs inputs, int outputs, ParameterStore store) {
    if (form == Form.SGC) {
      return LinearModel.create(inputs, outputs, store);
    }
    double dropout = form == Form.GBP ? 0.5 : settings.dropout();
    return new Network(
        AuthorsCode.classifier(
            store, inputs.width(0), settings.hidden(), outputs, settings.layers(), dropout));
  }

  private record Network(FeedForward classifier) implements Model<HopInputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      return List.of(new ParameterGroup("all", classifier.parameters(), learningRate, weightDecay));
    }

    @Override
    public Tensor logits(Tape tape, HopInputs inputs, int[] nodes, Phase phase) {
      return classifier.apply(inputs.rows(tape, 0, nodes), phase);
    }
  }
}
