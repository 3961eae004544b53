package io.atp.learn.model;

import io.atp.core.nodewise.NodeWiseSum;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.push.ForwardPush;
import io.atp.core.push.ForwardPushConfig;
import io.atp.core.push.RankBy;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.input.PushedRows;
import io.atp.learn.model.input.RowBatch;
import io.atp.learn.model.input.Walk;
import io.atp.learn.model.layer.FeatureStack;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.PersonalisedPropagation;
import io.atp.learn.tensor.op.RowMix;
import io.atp.learn.tensor.sparse.OperatorPair;
import java.util.ArrayList;
import java.util.List;

/// Training: `logits_i = Σ_{j ∈ top k} w_ij · MLP(x_j)` with `w_ij = s_i · π_ij / s_j`. Judging: `H
/// = MLP(X)`, then a few steps of `Z ← (1−α) M Z + αH`.
///
/// Scaling GNNs with approximate PageRank: a training node asks only for the k nodes that matter
/// most to it, found by forward push. A node that several of a batch ask for passes the network
/// once, under one dropout mask; the authors pass it once for each. Node-wise strategies put rows
/// of their own sum in the place of π, and judging spreads H by that sum.
public final class PprGo implements Backbone<PprGo.Settings, PprGo.Inputs> {
  /// @param restartProbability α
  /// @param epsilon of the push
  /// @param keep k
  /// @param selfLoops whether the push walks on A + I, as M does; the authors' does not
  /// @param rankBy whether the k are chosen after the scaling by s or, as the authors do, before
  /// @param layers of the MLP
  /// @param dropout before each of its layers
  /// @param judgingSteps steps of the walk when judging
  public record Settings(
      double restartProbability,
      double epsilon,
      int keep,
      boolean selfLoops,
      RankBy rankBy,
      int hidden,
      int layers,
      double dropout,
      int judgingSteps) {
    public Settings {
      new ForwardPushConfig(restartProbability, epsilon, keep, selfLoops, rankBy); // checks
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("layers", layers, 1);
      Require.within("dropout", dropout, 0, 0.99);
      Require.atLeast("judgingSteps", judgingSteps, 0);
    }

    private ForwardPushConfig push() {
      return new ForwardPushConfig(restartProbability, epsilon, keep, selfLoops, rankBy);
    }
  }

  /// Rows for training, the whole graph for judging.
  public record Inputs(NodeFeatures features, PushedRows rows, Walk walk) {}

  @Override
  public String name() {
    return "pprgo";
  }

  @Override
  public String summary() {
    return "MLP on the k nodes that personalised PageRank ranks first, mixed by their weights";
  }

  /// The push is the authors'; they give no classifier for citation graphs.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(0.1, 1e-4, 32, true, RankBy.SCALED, 64, 2, 0.5, 10),
        TrainingConfig.adam(500, 0.01, 5e-4, new StoppingRule.Accuracy(100)).withBatchSize(512),
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
    int steps = settings.judgingSteps();
    var own = HopCombiner.personalisedPageRank(steps, settings.restartProbability());
    return problem
        .sum(PropagationConfig.of(steps, own), work)
        .map(sum -> nodeWise(settings, problem, sum, work))
        .orElseGet(() -> pageRank(settings, problem, work));
  }

  private static Inputs pageRank(Settings settings, Problem problem, Workspace work) {
    var graph = problem.operator().graph();
    OperatorPair pair = OperatorPair.of(problem.operator(), work);
    double restart = settings.restartProbability();
    return new Inputs(
        problem.nodeFeatures(work),
        new PushedRows(
            problem.nodeCount(),
            (sources, quiet) ->
                ForwardPush.rows(graph, sources, problem.coefficients(), settings.push(), quiet),
            work),
        (h, phase) ->
            PersonalisedPropagation.of(pair, h, restart, settings.judgingSteps(), 0, phase));
  }

  private static Inputs nodeWise(
      Settings settings, Problem problem, NodeWiseSum sum, Workspace work) {
    Require.that(
        settings.selfLoops() && settings.rankBy() == RankBy.SCALED,
        "rows of a node-wise strategy walk on self-loops and are ranked as they are: pprgo needs"
            + " selfLoops = true and rankBy = scaled");
    var cut = new NodeWiseSum.RowCut(settings.epsilon(), settings.keep(), true);
    return new Inputs(
        problem.nodeFeatures(work),
        new PushedRows(
            problem.nodeCount(), (sources, quiet) -> sum.rows(sources, cut, quiet), work),
        Walk.of(sum, problem.operator(), 0, work));
  }

  @Override
  public boolean linear(Settings settings) {
    return settings.layers() == 1;
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
      List<Parameter> all = new ArrayList<>(stack.firstLayer());
      all.addAll(stack.laterLayers());
      return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
    }

    @Override
    public int judgingBatch() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Tensor logits(Tape tape, Inputs inputs, int[] nodes, Phase phase) {
      if (phase.isTraining()) {
        RowBatch.Neighbourhood near = inputs.rows().of(nodes).neighbourhood();
        return RowMix.of(near.mix(), stack.apply(tape, inputs.features(), near.nodes(), phase));
      }
      Tensor h = stack.apply(tape, inputs.features(), phase);
      return GatherRows.of(inputs.walk().spread(h, phase), nodes);
    }
  }
}
