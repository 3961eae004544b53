package io.atp.learn.model;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.FeatureScaling;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.layer.EgoLayer;
import io.atp.learn.model.layer.EgoReadout;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.RowNormLayer;
import io.atp.learn.optimise.GradientClip;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.plan.OperatorUse;
import io.atp.learn.sample.EgoBatch;
import io.atp.learn.sample.Scope;
import io.atp.learn.sample.Scopes;
import io.atp.learn.sample.SubgraphWeights;
import io.atp.learn.tensor.sparse.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// For each target a subgraph of its own; `H_0 = X + hop·W_h`, `H_l = norm(act(M · drop(H_{l−1}) ·
/// W_l + b_l))` on that alone, and `logits = norm((z/‖z‖)·W_c + b_c)` with z read out at the
/// target.
///
/// How deep the network is and how far it sees have nothing to do with each other. M is `D̂^(R−1)
/// (A + I) D̂^(−R)` of the subgraph: degrees are counted there, r is the node's own in the graph.
/// SAGE layers have `D^(R−1) A D^(−R)`, of which the original is r = 0. GAT layers weigh `A + I` by
/// attention: r has no place in them, a corrected topology has. Edges are dropped before degrees
/// are counted, loops never. Questions are answered on the same subgraphs as training, without
/// drops; those by hops, which training draws anew, are drawn once for all.
public final class Shadow implements Backbone<Shadow.Settings, Shadow.Inputs> {
  private static final long PURPOSE = 0x736861646FL;

  /// @param inner the layers
  /// @param scope the subgraph: ppr(nodes, precision, share) or hops(depth, budget)
  /// @param hopFeature whether the distance from the target is a feature
  /// @param hidden columns of a layer; those of GAT are shared out among heads
  /// @param dropout before each layer
  /// @param edgeDropout share of arcs that chance takes; a GCN layer loses their reverses too
  public record Settings(
      EgoLayer.Kind inner,
      Scope scope,
      boolean hopFeature,
      int layers,
      int hidden,
      EgoLayer.Activation activation,
      EgoReadout.Residue residue,
      EgoReadout.Pooling pooling,
      double dropout,
      double edgeDropout) {
    public Settings {
      Require.atLeast("layers", layers, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.that(
          inner != EgoLayer.Kind.GAT || hidden % EgoLayer.HEADS == 0,
          "hidden must be a multiple of %d, the heads of GAT layers, got %d",
          EgoLayer.HEADS,
          hidden);
      Require.within("dropout", dropout, 0, 0.99);
      Require.within("edgeDropout", edgeDropout, 0, 0.99);
    }

    /// The usual ones: GCN layers, the centre's last state.
    static Settings of(
        Scope scope,
        boolean hopFeature,
        int layers,
        int hidden,
        EgoLayer.Activation activation,
        double dropout,
        double edgeDropout) {
      return new Settings(
          EgoLayer.Kind.GCN,
          scope,
          hopFeature,
          layers,
          hidden,
          activation,
          EgoReadout.Residue.LAST,
          EgoReadout.Pooling.CENTRE,
          dropout,
          edgeDropout);
    }
  }

  /// @param workers that extract the subgraphs of a question
  public record Inputs(
      NodeFeatures features,
      CsrGraph graph,
      NodeCoefficients coefficients,
      Scopes scopes,
      Workers workers) {
    EgoBatch.Ego ego(int target, long seed) {
      return EgoBatch.Ego.of(graph, scopes.of(target, seed));
    }

    SparseRows operator(EgoBatch batch, EgoLayer.Kind inner) {
      return switch (inner) {
        case GCN, GAT -> SubgraphWeights.LOCAL.withLoops(batch.union(), graph, coefficients);
        case SAGE -> SubgraphWeights.LOCAL.withoutLoops(batch.union(), graph, coefficients);
      };
    }
  }

  @Override
  public String name() {
    return "shadow";
  }

  @Override
  public String summary() {
    return "GCN, SAGE or GAT layers, any number, on a small subgraph around each node";
  }

  @Override
  public OperatorUse operatorUse(Settings settings) {
    return settings.inner() == EgoLayer.Kind.GAT ? OperatorUse.TOPOLOGY : OperatorUse.WEIGHTS;
  }

  /// Those of the GCN variant as published; for smaller graphs none exist, and those here are ours.
  /// They do without distances: beside rows that sum to 1 these drown the features, and on Cora all
  /// nodes came out as one class.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    var relu = EgoLayer.Activation.RELU;
    var elu = EgoLayer.Activation.ELU;
    return switch (dataSet) {
      case "ogbn-arxiv" ->
          recipe(
              Settings.of(new Scope.Ppr(200, 1e-6, 0.01), true, 3, 256, elu, 0.2, 0.1),
              TrainingConfig.adam(100, 5e-5, 0, new StoppingRule.Best()).withBatchSize(32),
              FeatureScaling.NONE);
      case "ogbn-products" ->
          recipe(
              Settings.of(new Scope.Ppr(150, 1e-5, 0), false, 3, 256, relu, 0.4, 0.05),
              TrainingConfig.adam(35, 2e-3, 0, new StoppingRule.Best()).withBatchSize(128),
              FeatureScaling.NONE);
      case "flickr" ->
          recipe(
              Settings.of(new Scope.Ppr(200, 1e-6, 0), true, 3, 256, relu, 0.4, 0.1),
              TrainingConfig.adam(50, 1e-3, 0, new StoppingRule.Best()).withBatchSize(256),
              FeatureScaling.STANDARDISE);
      case "reddit" ->
          recipe(
              Settings.of(new Scope.Ppr(200, 1e-6, 0), true, 3, 256, elu, 0.2, 0.15),
              TrainingConfig.adam(75, 1e-4, 0, new StoppingRule.Best()).withBatchSize(128),
              FeatureScaling.STANDARDISE);
      case "cora", "citeseer", "pubmed" ->
          recipe(
              Settings.of(new Scope.Ppr(50, 1e-4, 0), false, 3, 64, relu, 0.7, 0.1),
              TrainingConfig.adam(60, 0.01, 5e-4, new StoppingRule.Ranked(20)).withBatchSize(64),
              UsualScaling.of(dataSet));
      default ->
          recipe(
              Settings.of(new Scope.Ppr(50, 1e-4, 0), false, 2, 64, elu, 0.3, 0.1),
              TrainingConfig.adam(40, 0.01, 0, new StoppingRule.Ranked(20)).withBatchSize(16),
              UsualScaling.of(dataSet));
    };
  }

  private static Recipe<Settings> recipe(
      Settings settings, TrainingConfig training, FeatureScaling scaling) {
    return new Recipe<>(settings, training.withClip(new GradientClip.ByNorm(5)), scaling, 0.5);
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  /// The scopes that are kept, and what a question's rows leave in each layer with the lists of
  /// their subgraphs.
  @Override
  public long stateBytes(Settings settings, int nodes, int outputs) {
    long scopes =
        settings.scope() instanceof Scope.Ppr ppr ? (long) nodes * ppr.nodes() * Integer.BYTES : 0;
    long states = 10L * settings.layers() + 8;
    long rows = Math.min(ShadowNetwork.ROWS, (long) nodes * settings.scope().largest());
    return scopes + states * rows * settings.hidden() * Float.BYTES;
  }

  @Override
  public Inputs prepare(Settings settings, Problem problem, Workspace work) {
    CsrGraph graph = problem.operator().graph();
    return new Inputs(
        problem.nodeFeatures(work),
        graph,
        problem.coefficients(),
        new Scopes(graph, settings.scope()),
        work.workers());
  }

  @Override
  public Model<Inputs> create(Settings settings, Inputs inputs, int outputs, ParameterStore store) {
    List<EgoLayer> layers = new ArrayList<>();
    int in = inputs.features().width();
    Optional<Linear> hops =
        settings.hopFeature()
            ? Optional.of(Linear.create(store, "hops", EgoBatch.HOP_KINDS, in))
            : Optional.empty();
    for (int l = 0; l < settings.layers(); l++) {
      layers.add(
          EgoLayer.create(
              store, "layer" + l, settings.inner(), settings.activation(), in, settings.hidden()));
      in = settings.hidden();
    }
    return new ShadowNetwork(
        settings,
        hops,
        layers,
        EgoReadout.create(store, settings.residue(), settings.pooling(), settings.activation(), in),
        Linear.create(store, "classifier", in, outputs),
        RowNormLayer.create(store, "classifier.norm", outputs, 1e-9));
  }

  /// Steps of batches of targets, whose subgraphs are extracted ahead of training.
  static Steps steps(
      ShadowNetwork network,
      Inputs inputs,
      int[] trainNodes,
      Targets targets,
      int batchSize,
      long seed) {
    Settings settings = network.settings();
    var batches = new EpochBatches(trainNodes, batchSize, seed);
    return new Steps() {
      @Override
      public int count(int epoch) {
        return batches.of(epoch).size();
      }

      @Override
      public Step draw(int epoch, int number) {
        int[] nodes = batches.of(epoch).get(number);
        long drawn = StatelessHash.of(seed, PURPOSE, epoch, number);
        EgoBatch whole =
            EgoBatch.of(Arrays.stream(nodes).mapToObj(v -> inputs.ego(v, drawn)).toList());
        EgoBatch batch =
            whole.drop(settings.edgeDropout(), settings.inner() == EgoLayer.Kind.GCN, ~drawn);
        SparseRows operator = inputs.operator(batch, settings.inner());
        return (tape, phase) ->
            targets.loss(network.logits(tape, inputs.features(), batch, operator, phase), nodes);
      }
    };
  }
}
