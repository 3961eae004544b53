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
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.Relu;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `C_0 = MLP_0(X_0)`, `C_l = drop([C_{l−1} ‖ ReLU(MLP_l(X_l))])`, `logits = MLP(C_K)` with lazy
/// hops `X_l = ((1−α)M + αI)^l X`: SIGN as the ATP authors' code has it.
///
/// Hop 0 passes no ReLU, and what a hop adds is dropped again with every hop after it.
public final class AuthorsSign implements Backbone<AuthorsSign.Settings, HopInputs> {
  /// @param hops K
  /// @param lazyShare α
  /// @param hopWidth of the two-layer network of each hop
  /// @param hopDropout of the growing concatenation
  /// @param hidden of the classifier
  /// @param layers of the classifier
  /// @param dropout after each hidden layer, in the hops' networks and the classifier
  public record Settings(
      int hops,
      double lazyShare,
      int hopWidth,
      double hopDropout,
      int hidden,
      int layers,
      double dropout) {
    public Settings {
      Require.atLeast("hops", hops, 0);
      Require.share("lazyShare", lazyShare);
      Require.atLeast("hopWidth", hopWidth, 1);
      Require.within("hopDropout", hopDropout, 0, 0.99);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("layers", layers, 1);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "authors-sign";
  }

  @Override
  public String summary() {
    return "as in the ATP authors' code: a network per lazy hop, concatenated, then an MLP";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(3, 0.1, 512, 0.3, 256, 2, 0.5),
        AuthorsCode.training(),
        FeatureScaling.NONE,
        0.5);
  }

  @Override
  public boolean takesNodeWise() {
    return true;
  }

  @Override
  public HopInputs prepare(Settings settings, Problem problem, Workspace work) {
    return new HopInputs(problem.hops(propagation(settings), work));
  }

  private static PropagationConfig propagation(Settings settings) {
    return PropagationConfig.of(settings.hops(), new HopCombiner.All())
        .withLazyShare(settings.lazyShare());
  }

  @Override
  public Optional<HopForm<HopInputs>> hopForm(Settings settings) {
    return Optional.of(new HopForm<>(propagation(settings), hops -> hops));
  }

  @Override
  public List<RowOrigin> origins(Settings settings, Problem problem, int node, Workspace work) {
    return problem.origins(propagation(settings), node, work);
  }

  @Override
  public Model<HopInputs> create(
      Settings settings, HopInputs inputs, int outputs, ParameterStore store) {
    int width = settings.hopWidth();
    List<FeedForward> perHop = new ArrayList<>();
    for (int hop = 0; hop < inputs.count(); hop++) {
      int[] widths = {inputs.width(hop), width, width};
      perHop.add(FeedForward.create(store, "hop" + hop, widths, false, settings.dropout()));
    }
    return new Network(
        settings.hopDropout(),
        perHop,
        AuthorsCode.classifier(
            store,
            inputs.count() * width,
            settings.hidden(),
            outputs,
            settings.layers(),
            settings.dropout()));
  }

  private record Network(double hopDropout, List<FeedForward> perHop, FeedForward classifier)
      implements Model<HopInputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> all = new ArrayList<>();
      perHop.forEach(network -> all.addAll(network.parameters()));
      all.addAll(classifier.parameters());
      return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
    }

    @Override
    public Tensor logits(Tape tape, HopInputs inputs, int[] nodes, Phase phase) {
      Tensor joined = perHop.getFirst().apply(inputs.rows(tape, 0, nodes), phase);
      for (int hop = 1; hop < perHop.size(); hop++) {
        Tensor part = Relu.of(perHop.get(hop).apply(inputs.rows(tape, hop, nodes), phase));
        joined = Dropout.of(Concat.of(List.of(joined, part)), hopDropout, phase);
      }
      return classifier.apply(joined, phase);
    }
  }
}
