package io.atp.learn.model;

import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.input.Walk;
import io.atp.learn.model.layer.FeatureStack;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.PersonalisedPropagation;
import io.atp.learn.tensor.op.PersonalisedSolve;
import io.atp.learn.tensor.sparse.OperatorPair;
import java.util.List;

/// `H = MLP(X)`, `Z_0 = H`, `Z_{k+1} = (1−α) M Z_k + αH`, `logits = Z_K`.
///
/// Predict, then propagate: gradients flow through the walk, by Mᵀ. PPNP is the limit of many
/// steps, `Z = α (I − (1−α)M)⁻¹ H`, solved exactly. Node-wise strategies put their own sum in the
/// place of the walk, `Z = W H`. Weight decay is on the first layer only.
public final class Appnp implements Backbone<Appnp.Settings, Appnp.Inputs> {
  private final boolean exact;

  private Appnp(boolean exact) {
    this.exact = exact;
  }

  public static Appnp iterated() {
    return new Appnp(false);
  }

  /// PPNP.
  public static Appnp exact() {
    return new Appnp(true);
  }

  /// @param hops K; PPNP has no use for it
  /// @param restartProbability α
  /// @param layers of the MLP
  /// @param dropout before each of its layers
  /// @param edgeDropout on the entries of M, with a fresh mask in each step; PPNP has none
  public record Settings(
      int hops,
      double restartProbability,
      int hidden,
      int layers,
      double dropout,
      double edgeDropout) {
    public Settings {
      Require.atLeast("hops", hops, 0);
      Require.that(
          restartProbability > 0 && restartProbability <= 1,
          "restartProbability must lie in (0, 1], got %s",
          restartProbability);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("layers", layers, 1);
      Require.within("dropout", dropout, 0, 0.99);
      Require.within("edgeDropout", edgeDropout, 0, 0.99);
    }
  }

  /// The graph itself: nothing can be propagated before there are weights.
  public record Inputs(NodeFeatures features, Walk walk) {}

  @Override
  public String name() {
    return exact ? "ppnp" : "appnp";
  }

  @Override
  public String summary() {
    return exact
        ? "MLP, then its predictions spread by exact personalised PageRank"
        : "MLP, then its predictions spread by K steps of personalised PageRank";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(10, 0.1, 64, 2, 0.5, exact ? 0 : 0.5),
        TrainingConfig.adam(10_000, 0.01, 5e-3, new StoppingRule.Ranked(100)),
        UsualScaling.of(dataSet),
        0.5);
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  @Override
  public boolean takesNodeWise() {
    return true;
  }

  @Override
  public Inputs prepare(Settings settings, Problem problem, Workspace work) {
    Require.that(
        !exact || settings.edgeDropout() == 0,
        "ppnp solves for all edges at once: edgeDropout must be 0, got %s",
        settings.edgeDropout());
    PropagationOperator operator = problem.operator();
    int hops = settings.hops();
    var own = HopCombiner.personalisedPageRank(hops, settings.restartProbability());
    Walk walk =
        problem
            .sum(PropagationConfig.of(hops, own), work)
            .map(sum -> Walk.of(sum, operator, settings.edgeDropout(), work))
            .orElseGet(
                () ->
                    exact
                        ? exactWalk(settings, operator, work)
                        : iteratedWalk(settings, operator, work));
    return new Inputs(problem.nodeFeatures(work), walk);
  }

  @Override
  public boolean linear(Settings settings) {
    return settings.layers() == 1;
  }

  private static Walk exactWalk(Settings settings, PropagationOperator operator, Workspace work) {
    PropagationOperator transposed = operator.transpose(work);
    return (h, _) -> PersonalisedSolve.of(operator, transposed, h, settings.restartProbability());
  }

  private static Walk iteratedWalk(
      Settings settings, PropagationOperator operator, Workspace work) {
    OperatorPair pair = OperatorPair.of(operator, work);
    return (h, phase) ->
        PersonalisedPropagation.of(
            pair, h, settings.restartProbability(), settings.hops(), settings.edgeDropout(), phase);
  }

  @Override
  public Model<Inputs> create(Settings settings, Inputs inputs, int outputs, ParameterStore store) {
    return new Network(
        FeatureStack.create(
            store,
            inputs.features().width(),
            settings.hidden(),
            outputs,
            settings.layers(),
            settings.dropout()));
  }

  private record Network(FeatureStack stack) implements Model<Inputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      return List.of(
          new ParameterGroup("first", stack.firstLayer(), learningRate, weightDecay),
          new ParameterGroup("later", stack.laterLayers(), learningRate, 0));
    }

    @Override
    public int judgingBatch() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Tensor logits(Tape tape, Inputs inputs, int[] nodes, Phase phase) {
      Tensor h = stack.apply(tape, inputs.features(), phase);
      return GatherRows.of(inputs.walk().spread(h, phase), nodes);
    }
  }
}
