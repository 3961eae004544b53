package io.atp.learn.model;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.FeatureScaling;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.SageLayer;
import io.atp.learn.model.layer.SageLayer.Aggregator;
import io.atp.learn.model.layer.SageLayer.States;
import io.atp.learn.optimise.GradientClip;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.plan.OperatorUse;
import io.atp.learn.sample.FanOuts;
import io.atp.learn.sample.NeighbourBlock;
import io.atp.learn.sample.NeighbourSampler;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.NormaliseRows;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.sparse.LoopFreePair;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `h_v⁽ˡ⁾ = σ([h_v W_s ‖ (mean_{u ∈ N_l(v)} h_u) W_n])`, `logits = (h⁽ᴷ⁾/‖h⁽ᴷ⁾‖)·W_c + b_c`, where
/// N_l(v) is a few neighbours drawn anew for each batch, and σ is ReLU but for the last layer.
///
/// All neighbours weigh the same, so of ATP the correction acts alone. Nodes without neighbours are
/// trained on like others, their mean is 0. Questions are answered with all neighbours of every
/// node: the original draws there too, and answers differently each time.
public final class GraphSage implements Backbone<GraphSage.Settings, GraphSage.Inputs> {
  private static final long PURPOSE = 0x73616765L;

  /// @param fanOuts as [FanOuts] reads them; as many as there are layers
  /// @param hidden columns of each half of a layer
  /// @param poolWidth columns of what the pool aggregator takes the maximum of
  /// @param dropout before each layer
  public record Settings(
      Aggregator aggregator, String fanOuts, int hidden, int poolWidth, double dropout) {
    public Settings {
      FanOuts.parse(fanOuts);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("poolWidth", poolWidth, 1);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  /// @param everybody all neighbours of every node, with the weights of the aggregator's mean
  public record Inputs(NodeFeatures features, CsrGraph graph, SparsePair everybody) {}

  @Override
  public String name() {
    return "graphsage";
  }

  @Override
  public String summary() {
    return "a node beside the mean (or pool) of some drawn neighbours, in every layer";
  }

  /// Reddit's as in the code and Flickr's the same; products' as in the OGB example, and those of
  /// the other OGB graphs the same. For smaller graphs none exist, and those here are ours.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "reddit", "flickr" ->
          recipe(
              new Settings(Aggregator.MEAN, "10-25", 128, 512, 0),
              TrainingConfig.adam(10, 0.01, 0, new StoppingRule.Best()).withBatchSize(512),
              FeatureScaling.STANDARDISE);
      case "ogbn-products", "ogbn-arxiv", "ogbn-papers100m" ->
          recipe(
              new Settings(Aggregator.MEAN, "5-10-15", 128, 512, 0.5),
              TrainingConfig.adam(20, 0.003, 0, new StoppingRule.Best()).withBatchSize(1024),
              FeatureScaling.NONE);
      default ->
          recipe(
              new Settings(Aggregator.MEAN, "10-25", 64, 128, 0.5),
              TrainingConfig.adam(200, 0.01, 5e-4, new StoppingRule.Ranked(50)).withBatchSize(512),
              UsualScaling.of(dataSet));
    };
  }

  private static Recipe<Settings> recipe(
      Settings settings, TrainingConfig training, FeatureScaling scaling) {
    return new Recipe<>(settings, training.withClip(new GradientClip.ByValue(5)), scaling, 0.5);
  }

  @Override
  public OperatorUse operatorUse(Settings settings) {
    return OperatorUse.TOPOLOGY;
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  @Override
  public long stateBytes(Settings settings, int nodes, int outputs) {
    int pooled = settings.aggregator() == Aggregator.POOL ? 4 * settings.poolWidth() : 0;
    long states = FanOuts.parse(settings.fanOuts()).layers() * (8L * settings.hidden() + pooled);
    return states * nodes * Float.BYTES;
  }

  @Override
  public Inputs prepare(Settings settings, Problem problem, Workspace work) {
    CsrGraph graph = problem.operator().graph();
    SparsePair everybody =
        settings.aggregator() == Aggregator.GCN
            ? OperatorPair.of(PropagationOperator.classic(graph, 0), work)
            : LoopFreePair.of(graph, NodeCoefficients.constant(graph.nodeCount(), 0), work);
    return new Inputs(problem.nodeFeatures(work), graph, everybody);
  }

  @Override
  public Model<Inputs> create(Settings settings, Inputs inputs, int outputs, ParameterStore store) {
    List<SageLayer> layers = new ArrayList<>();
    FanOuts fanOuts = FanOuts.parse(settings.fanOuts());
    int in = inputs.features().width();
    for (int l = 0; l < fanOuts.layers(); l++) {
      layers.add(
          SageLayer.create(
              store,
              "layer" + l,
              settings.aggregator(),
              in,
              settings.hidden(),
              settings.poolWidth()));
      in = 2 * settings.hidden();
    }
    Linear classifier =
        new Linear(
            store.create("classifier.weight", in, outputs, new Initialiser.GlorotUniform(1)),
            Optional.of(store.create("classifier.bias", 1, outputs, new Initialiser.Constant(0))));
    return new Network(settings, fanOuts, layers, classifier);
  }

  private record Network(
      Settings settings, FanOuts fanOuts, List<SageLayer> layers, Linear classifier)
      implements Model<Inputs>, LearnedWeights<Inputs> {
    /// The neighbours' share `‖W_n mean‖ / (‖W_s x‖ + ‖W_n mean‖)`; 1 where a node has no half of
    /// its own.
    @Override
    public double[] firstLayer(Inputs inputs, Engine engine) {
      try (Tape tape = engine.tape()) {
        Matrix h =
            layers.getFirst().apply(States.of(inputs.features()), inputs.everybody(), tape).value();
        int middle = layers.getFirst().own().isPresent() ? h.columns() / 2 : 0;
        double[] shares = new double[h.rows()];
        for (int node = 0; node < shares.length; node++) {
          double own = norm(h, node, 0, middle);
          double gathered = norm(h, node, middle, h.columns());
          shares[node] = own + gathered == 0 ? 0 : gathered / (own + gathered);
        }
        return shares;
      }
    }

    private static double norm(Matrix h, int row, int from, int to) {
      double square = 0;
      for (int column = from; column < to; column++) {
        square += (double) h.get(row, column) * h.get(row, column);
      }
      return Math.sqrt(square);
    }

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

    /// Layer by layer for all nodes, whichever are asked for.
    @Override
    public Tensor logits(Tape tape, Inputs inputs, int[] nodes, Phase phase) {
      States states = States.of(inputs.features());
      Tensor h = null;
      for (int l = 0; l < layers.size(); l++) {
        h = layers.get(l).apply(states, inputs.everybody(), tape);
        h = l + 1 < layers.size() ? Relu.of(h) : h;
        states = States.of(h);
      }
      return classify(GatherRows.of(h, nodes));
    }

    private Tensor classify(Tensor h) {
      return classifier.apply(NormaliseRows.of(h));
    }

    @Override
    public Steps steps(Inputs inputs, int[] trainNodes, Targets targets, int batchSize, long seed) {
      var sampler = new NeighbourSampler(inputs.graph(), fanOuts);
      var batches = new EpochBatches(trainNodes, batchSize, seed);
      return new Steps() {
        @Override
        public int count(int epoch) {
          return batches.of(epoch).size();
        }

        @Override
        public Step draw(int epoch, int number) {
          int[] batch = batches.of(epoch).get(number);
          var blocks = sampler.draw(batch, StatelessHash.of(seed, PURPOSE, epoch, number));
          List<SparsePair> means = means(blocks);
          int[] sources = blocks.getFirst().sources();
          return (tape, phase) ->
              targets.loss(sampled(tape, inputs.features(), sources, means, phase), batch);
        }
      };
    }

    private List<SparsePair> means(List<NeighbourBlock> blocks) {
      List<SparsePair> means = new ArrayList<>();
      for (NeighbourBlock block : blocks) {
        means.add(settings.aggregator() == Aggregator.GCN ? block.meanWithSelf() : block.mean());
      }
      return means;
    }

    private Tensor sampled(
        Tape tape, NodeFeatures features, int[] sources, List<SparsePair> means, Phase phase) {
      States states = States.of(features, sources, settings.dropout(), phase);
      Tensor h = null;
      for (int l = 0; l < layers.size(); l++) {
        h = layers.get(l).apply(states, means.get(l), tape);
        h = l + 1 < layers.size() ? Dropout.of(Relu.of(h), settings.dropout(), phase) : h;
        states = States.of(h);
      }
      return classify(h);
    }
  }
}
