package io.atp.learn.model;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.Clusters;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.layer.ClusterStack;
import io.atp.learn.model.layer.ClusterView;
import io.atp.learn.model.layer.EnhancedOperator;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.sample.Subgraph;
import io.atp.learn.sample.SubgraphWeights;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.sparse.LoopFreePair;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseRows;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// `H_{l+1} = ReLU((M_B + λ·diag(M_B)) · drop(H_l) · W_l)` on the nodes B of q clusters and all
/// edges between them; the authors' code has `ReLU(norm(drop([(M_B + λ·diag(M_B)) H_l ‖ H_l]) ·
/// W_l))`. The last layer has neither norm nor ReLU.
///
/// The graph is cut into p clusters once, with few edges between them, and each epoch deals them
/// out anew, q to a step, so that edges between any two are seen in some. Judging runs the same
/// layers on the whole graph. M_B has the degrees of the part unless [Settings#weights] says
/// otherwise.
public final class ClusterGcn implements Backbone<ClusterGcn.Settings, ClusterGcn.Inputs> {
  /// λ that stands for the walk without loops.
  public static final double NO_LOOPS = -1;

  /// @param layers of the network, a precalculated one included
  /// @param clusters p
  /// @param clustersPerBatch q
  /// @param diagonal λ; −1 for `D^(R−1) A D^(−R)`, without loops
  /// @param concatenate whether H stands beside what is heard of neighbours, as in the authors'
  ///   code; their article has the operator's part alone
  /// @param norm whether rows are normalised before ReLU, as in their code
  /// @param precalculate whether the first layer takes plain sums over all neighbours in the whole
  ///   graph, which are no operator of anyone's: of ATP correction alone acts on it
  /// @param weights degrees of the part, or of the whole graph
  /// @param dropout before each layer; on the features themselves before they are averaged
  public record Settings(
      int layers,
      int clusters,
      int clustersPerBatch,
      int hidden,
      double diagonal,
      boolean concatenate,
      boolean norm,
      boolean precalculate,
      SubgraphWeights weights,
      double dropout) {
    public Settings {
      Require.atLeast("layers", layers, 1);
      Require.atLeast("clusters", clusters, 1);
      Require.atLeast("clustersPerBatch", clustersPerBatch, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.that(
          diagonal == NO_LOOPS || diagonal >= 0 && Double.isFinite(diagonal),
          "diagonal must be a finite number from 0 on, or -1 for no loops, got %s",
          diagonal);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  /// @param enhanced the operator that judging meets
  /// @param sums A + I, for what is precalculated
  public record Inputs(
      GraphInputs whole, EnhancedOperator enhanced, OperatorPair sums, Clusters clusters) {}

  @Override
  public String name() {
    return "cluster-gcn";
  }

  @Override
  public String summary() {
    return "GCN trained on a few clusters of the graph at a time";
  }

  /// Reddit and PPI are the authors' scripts, the figures of products OGB's example, whose layers
  /// differ. For graphs of the size of Cora no original setting exists; that one is ours, with the
  /// article's layer, which validation on Cora prefers to the code's by three points.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "reddit" ->
          recipe(dataSet, authors(4, 1500, 20, 512, 1e-4, true, 0.2), best(130, 0.005));
      case "ppi" -> recipe(dataSet, authors(5, 50, 1, 2048, 1, true, 0.2), best(400, 0.01));
      case "ogbn-products" ->
          recipe(dataSet, authors(3, 15_000, 32, 256, 0, false, 0.5), best(50, 0.001));
      default ->
          recipe(
              dataSet,
              new Settings(2, 10, 2, 64, 0, false, false, false, SubgraphWeights.LOCAL, 0.5),
              TrainingConfig.adam(200, 0.01, 5e-4, new StoppingRule.Ranked(50)));
    };
  }

  private static Settings authors(
      int layers,
      int clusters,
      int clustersPerBatch,
      int hidden,
      double diagonal,
      boolean precalculate,
      double dropout) {
    return new Settings(
        layers,
        clusters,
        clustersPerBatch,
        hidden,
        diagonal,
        true,
        true,
        precalculate,
        SubgraphWeights.LOCAL,
        dropout);
  }

  private static TrainingConfig best(int epochs, double learningRate) {
    return TrainingConfig.adam(epochs, learningRate, 0, new StoppingRule.Best());
  }

  private static Recipe<Settings> recipe(
      String dataSet, Settings settings, TrainingConfig training) {
    return new Recipe<>(settings, training, UsualScaling.of(dataSet), 0);
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  @Override
  public long stateBytes(Settings settings, int nodes, int outputs) {
    return 4L * nodes * Float.BYTES * settings.hidden() * settings.layers();
  }

  @Override
  public Inputs prepare(Settings settings, Problem problem, Workspace work) {
    GraphInputs whole = problem.graphInputs(work);
    CsrGraph graph = whole.graph();
    EnhancedOperator enhanced =
        settings.diagonal() == NO_LOOPS
            ? EnhancedOperator.plain(LoopFreePair.of(graph, whole.coefficients(), work))
            : EnhancedOperator.of(whole.operator(), settings.diagonal(), graph::selfLoopedDegree);
    return new Inputs(
        whole, enhanced, OperatorPair.selfLooped(graph, work), new Clusters(graph, work));
  }

  @Override
  public Model<Inputs> create(Settings settings, Inputs inputs, int outputs, ParameterStore store) {
    int[] widths = new int[settings.layers() + 1];
    for (int l = 0; l < widths.length; l++) {
      widths[l] = l == settings.layers() ? outputs : settings.hidden();
    }
    widths[0] = inputs.whole().features().width();
    return new Network(
        settings,
        ClusterStack.create(
            store, widths, settings.concatenate(), settings.norm(), settings.dropout()));
  }

  /// The operator of a part, enhanced.
  static EnhancedOperator operator(Settings settings, GraphInputs whole, Subgraph part) {
    CsrGraph graph = whole.graph();
    if (settings.diagonal() == NO_LOOPS) {
      return EnhancedOperator.plain(
          settings.weights().withoutLoops(part, graph, whole.coefficients()));
    }
    SparseRows loops = settings.weights().withLoops(part, graph, whole.coefficients());
    return EnhancedOperator.of(
        loops,
        settings.diagonal(),
        i ->
            switch (settings.weights()) {
              case LOCAL -> part.degree(i) + 1L;
              case SLICE -> graph.selfLoopedDegree(part.nodes()[i]);
            });
  }

  private record Network(Settings settings, ClusterStack stack) implements Model<Inputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      return List.of(new ParameterGroup("all", stack.parameters(), learningRate, weightDecay));
    }

    @Override
    public int judgingBatch() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Tensor logits(Tape tape, Inputs inputs, int[] nodes, Phase phase) {
      var view =
          new ClusterView.Whole(
              inputs.whole().features(),
              inputs.enhanced(),
              settings.precalculate() ? Optional.of(inputs.sums()) : Optional.empty());
      return GatherRows.of(stack.apply(tape, view, phase), nodes);
    }

    @Override
    public Steps steps(Inputs inputs, int[] trainNodes, Targets targets, int batchSize, long seed) {
      GraphInputs whole = inputs.whole();
      return new ClusterSteps(
          inputs.clusters().members(settings.clusters()),
          settings.clustersPerBatch(),
          trainNodes,
          seed,
          (nodes, trained) -> {
            Subgraph part = Subgraph.induced(whole.graph(), nodes);
            var view =
                ClusterView.Part.of(
                    whole, part, operator(settings, whole, part), settings.precalculate());
            int[] learned = IntStream.of(trained).map(place -> nodes[place]).toArray();
            return (tape, phase) ->
                targets.loss(GatherRows.of(stack.apply(tape, view, phase), trained), learned);
          });
    }
  }
}
