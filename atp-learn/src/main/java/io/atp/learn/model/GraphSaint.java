package io.atp.learn.model;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.FeatureScaling;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.OrderLayer;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.GradientClip;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.sample.SaintSampler;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.NormaliseRows;
import io.atp.learn.tensor.sparse.LoopFreePair;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Layers `[F_0 ‖ … ‖ F_k]`, `F_j = norm(ReLU(M^j · drop(H) · W_j + b_j))`, then `logits =
/// drop(h/‖h‖)·W_c + b_c`; trained on sampled subgraphs, in which entry (v, u) of M is divided by
/// α_vu and the loss of v by λ_v, so that both are right on average.
///
/// M is `D^(R−1) A D^(−R)` without loops, of which r = 0 is the original's D⁻¹A; F_0 is the node
/// itself. With loops it is the P̃ of ATP, whose loop needs no α. Weights are those of the whole
/// graph that is learned from, as the estimate asks for; degrees in the subgraph would cancel α.
/// Questions are answered on the whole graph, with all neighbours and no α.
public final class GraphSaint implements Backbone<GraphSaint.Settings, GraphSaint.Inputs> {
  /// @param sampler of subgraphs: node(budget), edge(budget), walk(roots, depth), frontier(budget,
  ///   frontier)
  /// @param coverage how often a node is met, on average, before the constants are settled
  /// @param architecture the order of each layer, as in `1-1-0`; 0 is dense
  /// @param hidden columns of each F_j
  /// @param dropout before each layer and the classifier
  /// @param selfLoops whether M has them
  public record Settings(
      SaintSampler sampler,
      int coverage,
      String architecture,
      int hidden,
      double dropout,
      boolean selfLoops) {
    public Settings {
      Require.atLeast("coverage", coverage, 1);
      orders(architecture);
      Require.atLeast("hidden", hidden, 1);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  private static int[] orders(String architecture) {
    Require.that(
        architecture.matches("[0-9](-[0-9])*"),
        "an architecture is digits such as 1-1-0, got '%s'",
        architecture);
    return architecture.chars().filter(c -> c != '-').map(c -> c - '0').toArray();
  }

  /// @param whole M of all nodes
  /// @param workers that count subgraphs
  public record Inputs(
      NodeFeatures features,
      CsrGraph graph,
      NodeCoefficients coefficients,
      SparsePair whole,
      Workers workers) {}

  @Override
  public String name() {
    return "graphsaint";
  }

  @Override
  public String summary() {
    return "a whole network on sampled subgraphs, with sampling's bias divided out";
  }

  /// Flickr's and Reddit's as published, with random walks; products' without the attention and
  /// with less coverage than published, and arxiv's the same. For smaller graphs none exist, and
  /// those here are ours: with few labels a subgraph must be large to hold some of them.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "flickr" ->
          recipe(
              new Settings(new SaintSampler.Walk(6000, 2), 25, "1-1-0", 256, 0.2, false),
              TrainingConfig.adam(15, 0.01, 0, new StoppingRule.Best()),
              FeatureScaling.STANDARDISE);
      case "reddit" ->
          recipe(
              new Settings(new SaintSampler.Walk(2000, 4), 50, "1-0-1-0", 128, 0.1, false),
              TrainingConfig.adam(30, 0.01, 0, new StoppingRule.Best()),
              FeatureScaling.STANDARDISE);
      case "ogbn-products", "ogbn-arxiv" ->
          recipe(
              new Settings(new SaintSampler.Edge(20_000), 50, "1-1-1", 256, 0.3, false),
              TrainingConfig.adam(200, 0.01, 0, new StoppingRule.Best()).withJudgeEvery(10),
              FeatureScaling.NONE);
      default ->
          recipe(
              new Settings(new SaintSampler.Walk(1000, 2), 50, "1-1", 64, 0.5, false),
              TrainingConfig.adam(100, 0.01, 5e-4, new StoppingRule.Ranked(50)),
              UsualScaling.of(dataSet));
    };
  }

  private static Recipe<Settings> recipe(
      Settings settings, TrainingConfig training, FeatureScaling scaling) {
    return new Recipe<>(settings, training.withClip(new GradientClip.ByNorm(5)), scaling, 0);
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  @Override
  public long stateBytes(Settings settings, int nodes, int outputs) {
    long states = 0;
    for (int order : orders(settings.architecture())) {
      states += (order + 1) * (order + 7) * settings.hidden();
    }
    return states * nodes * Float.BYTES;
  }

  @Override
  public Inputs prepare(Settings settings, Problem problem, Workspace work) {
    CsrGraph graph = problem.operator().graph();
    SparsePair whole =
        settings.selfLoops()
            ? OperatorPair.of(problem.operator(), work)
            : LoopFreePair.of(graph, problem.coefficients(), work);
    return new Inputs(
        problem.nodeFeatures(work), graph, problem.coefficients(), whole, work.workers());
  }

  @Override
  public Model<Inputs> create(Settings settings, Inputs inputs, int outputs, ParameterStore store) {
    List<OrderLayer> layers = new ArrayList<>();
    int[] orders = orders(settings.architecture());
    int in = inputs.features().width();
    for (int l = 0; l < orders.length; l++) {
      layers.add(OrderLayer.create(store, "layer" + l, in, settings.hidden(), orders[l]));
      in = layers.getLast().width();
    }
    Linear classifier =
        new Linear(
            store.create("classifier.weight", in, outputs, new Initialiser.GlorotUniform(1)),
            Optional.of(store.create("classifier.bias", 1, outputs, new Initialiser.Constant(0))));
    return new Network(settings, layers, classifier);
  }

  record Network(Settings settings, List<OrderLayer> layers, Linear classifier)
      implements Model<Inputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> all = new ArrayList<>();
      layers.forEach(layer -> all.addAll(layer.parameters()));
      all.addAll(classifier.parameters());
      return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
    }

    @Override
    public int judgingBatch() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Tensor logits(Tape tape, Inputs inputs, int[] nodes, Phase phase) {
      OrderLayer first = layers.getFirst();
      Tensor h = first.apply(tape, inputs.whole(), inputs.features(), settings.dropout(), phase);
      return GatherRows.of(rest(inputs.whole(), h, phase), nodes);
    }

    /// A row for each node of a subgraph.
    Tensor logits(Tape tape, NodeFeatures features, int[] nodes, SparsePair operator, Phase phase) {
      OrderLayer first = layers.getFirst();
      Tensor h = first.apply(tape, operator, features, nodes, settings.dropout(), phase);
      return rest(operator, h, phase);
    }

    private Tensor rest(SparsePair operator, Tensor first, Phase phase) {
      Tensor h = first;
      for (OrderLayer layer : layers.subList(1, layers.size())) {
        h = layer.apply(operator, h, settings.dropout(), phase);
      }
      return classifier.apply(Dropout.of(NormaliseRows.of(h), settings.dropout(), phase));
    }

    /// The batch size plays no part: the sampler has its own budget.
    @Override
    public Steps steps(Inputs inputs, int[] trainNodes, Targets targets, int batchSize, long seed) {
      return new SaintSteps(this, inputs, trainNodes, targets, seed);
    }
  }
}
