package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.FeatureScaling;
import io.atp.core.feature.Features;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.FeedForward;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Sigmoid;
import io.atp.learn.tensor.op.Softmax;
import io.atp.learn.tensor.op.WeightedSum;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// `w⁽⁰⁾ = 1`, `w⁽ˡ⁾ = softmax([w⁽ˡ⁻¹⁾ ‖ σ(aᵀ[X_l ‖ Σ_j w_j⁽ˡ⁻¹⁾X_j] + b)])` for hops l below K,
/// `logits = MLP(Σ_l w_l X_l)` with lazy hops: GAMLP as the ATP authors' code has it.
///
/// Softmax is applied again at every step to weights that are normalised already, and the loop over
/// hops ends one short of K. The code there appends the one-hot labels of a random half of the
/// training nodes to X before it propagates; see [LabelUse] for what becomes of the loss.
public final class AuthorsGamlp implements Backbone<AuthorsGamlp.Settings, AuthorsGamlp.Inputs> {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  /// What is done with the labels of the half that is shown.
  public enum LabelUse {
    /// None are shown.
    NONE,
    /// The loss is that of the other half, as the code means it.
    HELD_OUT,
    /// The loss is that of all training nodes, as the mini-batches of the code have it. Half of
    /// them see their own label in their features: training accuracy says nothing, and the model
    /// leans on a column that test nodes do not have. For comparison with figures obtained so.
    LEAKING
  }

  /// @param hops K; hops 0 … K−1 are used
  /// @param lazyShare α
  /// @param labelSeed which half is shown; drawn once, where the frame it is built on draws every
  ///   epoch
  public record Settings(
      int hops,
      double lazyShare,
      int hidden,
      int layers,
      double dropout,
      LabelUse labelUse,
      long labelSeed) {
    public Settings {
      Require.atLeast("hops", hops, 1);
      Require.share("lazyShare", lazyShare);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("layers", layers, 1);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  /// @param shown by node, whether its label is among the features
  public record Inputs(HopInputs hops, boolean[] shown) {}

  @Override
  public String name() {
    return "authors-gamlp";
  }

  @Override
  public String summary() {
    return "as in the ATP authors' code: attention over hops 0 … K−1; labelUse = leaking also"
        + " copies its label leakage (warning: half the training nodes see their own label)";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(3, 0.1, 256, 2, 0.5, LabelUse.HELD_OUT, 2023),
        AuthorsCode.training(),
        FeatureScaling.NONE,
        0.5);
  }

  @Override
  public boolean takesNodeWise() {
    return true;
  }

  @Override
  public boolean usesLabels(Settings settings) {
    return settings.labelUse() != LabelUse.NONE;
  }

  @Override
  public Inputs prepare(Settings settings, Problem problem, Workspace work) {
    boolean[] shown = shown(settings, problem);
    Features features = features(settings, problem, shown, work);
    return new Inputs(new HopInputs(problem.hops(features, propagation(settings), work)), shown);
  }

  private static PropagationConfig propagation(Settings settings) {
    return PropagationConfig.of(settings.hops() - 1, new HopCombiner.All())
        .withLazyShare(settings.lazyShare());
  }

  @Override
  public Optional<HopForm<Inputs>> hopForm(Settings settings) {
    return settings.labelUse() == LabelUse.NONE
        ? Optional.of(
            new HopForm<>(
                propagation(settings), hops -> new Inputs(hops, new boolean[hops.nodeCount()])))
        : Optional.empty();
  }

  /// Labels that are shown count as features of their nodes.
  @Override
  public List<RowOrigin> origins(Settings settings, Problem problem, int node, Workspace work) {
    Features features = features(settings, problem, shown(settings, problem), work);
    return problem.origins(features, propagation(settings), node, work);
  }

  private static Features features(
      Settings settings, Problem problem, boolean[] shown, Workspace work) {
    return settings.labelUse() == LabelUse.NONE
        ? problem.features()
        : withLabels(problem.features(), problem.known(), shown, work);
  }

  private static boolean[] shown(Settings settings, Problem problem) {
    boolean[] shown = new boolean[problem.nodeCount()];
    for (int node = 0; node < shown.length && settings.labelUse() != LabelUse.NONE; node++) {
      long drawn = StatelessHash.of(settings.labelSeed(), node);
      shown[node] = problem.known().labelled(node) && StatelessHash.unit(drawn) < 0.5;
    }
    return shown;
  }

  /// `[X ‖ one-hot]`, with zeros for nodes whose label is not shown.
  private static DenseFeatures withLabels(
      Features features, Labels known, boolean[] shown, Workspace work) {
    int width = features.width() + known.classCount();
    var joined =
        new DenseFeatures(shown.length, width, work.allocateFloats((long) shown.length * width));
    for (int node = 0; node < shown.length; node++) {
      features.copyRow(node, 0, features.width(), joined.data(), joined.at(node, 0));
      if (shown[node]) {
        joined.data().set(FLOAT, joined.at(node, features.width() + known.values()[node]), 1);
      }
    }
    return joined;
  }

  @Override
  public Model<Inputs> create(Settings settings, Inputs inputs, int outputs, ParameterStore store) {
    int width = inputs.hops().width(0);
    return new Network(
        settings.labelUse(),
        new Attention(
            new Linear(
                store.create("attention.weight", 2 * width, 1, new Initialiser.LinearDefault()),
                Optional.of(store.create("attention.bias", 1, 1, new Initialiser.Constant(0))))),
        AuthorsCode.classifier(
            store, width, settings.hidden(), outputs, settings.layers(), settings.dropout()));
  }

  /// @param score aᵀ and b, a for the hop first and then for the history
  record Attention(Linear score) {
    Tensor weights(List<Tensor> hops) {
      Tensor weights = Softmax.of(score(hops.getFirst(), hops.getFirst()));
      for (int l = 1; l < hops.size(); l++) {
        Tensor history = WeightedSum.of(hops.subList(0, l), weights);
        weights = Softmax.of(Concat.of(List.of(weights, score(hops.get(l), history))));
      }
      return weights;
    }

    private Tensor score(Tensor hop, Tensor history) {
      return Sigmoid.of(score.apply(Concat.of(List.of(hop, history))));
    }
  }

  private record Network(LabelUse labelUse, Attention attention, FeedForward classifier)
      implements Model<Inputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> all = new ArrayList<>(attention.score().parameters());
      all.addAll(classifier.parameters());
      return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
    }

    @Override
    public Tensor logits(Tape tape, Inputs inputs, int[] nodes, Phase phase) {
      List<Tensor> hops = inputs.hops().rows(tape, nodes);
      return classifier.apply(WeightedSum.of(hops, attention.weights(hops)), phase);
    }

    @Override
    public Tensor loss(Tape tape, Inputs inputs, int[] nodes, Targets targets, Phase phase) {
      int[] asked =
          labelUse == LabelUse.HELD_OUT
              ? IntStream.of(nodes).filter(node -> !inputs.shown()[node]).toArray()
              : nodes;
      return asked.length == 0
          ? nothing(tape)
          : targets.loss(logits(tape, inputs, asked, phase), asked);
    }

    /// The loss of a batch in which every node shows its label.
    private static Tensor nothing(Tape tape) {
      Matrix zero = tape.borrow(1, 1);
      zero.fill(0);
      return tape.constant(zero);
    }
  }
}
