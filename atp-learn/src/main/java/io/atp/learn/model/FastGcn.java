package io.atp.learn.model;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.SampledGraph;
import io.atp.learn.model.layer.ConvolutionStack;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.sample.ColumnNorms;
import io.atp.learn.sample.CumulativeWeights;
import io.atp.learn.sample.LayerBlock;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Training: `H_v^(l+1) = ReLU((1/t) Σ_j M_{v u_j} / q(u_j) · H_{u_j} W)` over t nodes u_j that a
/// layer draws from all nodes, with replacement and `q(u) ∝ ‖M_{:,u}‖²`; the estimate of `M·H·W` is
/// unbiased.
///
/// The first layer takes all neighbours, as the authors do by computing M·X once; here its rows are
/// computed where they are asked for, so that sparse features stay sparse. Judging is a GCN on the
/// whole graph, without draws.
public final class FastGcn implements Backbone<FastGcn.Settings, FastGcn.Inputs> {
  /// What a node's chance to be drawn grows with.
  public enum Importance {
    /// `‖M_{:,u}‖²`, the article's.
    SQUARED_NORM,
    /// `‖M_{:,u}‖`, the authors' code's.
    NORM
  }

  /// @param samples t, nodes drawn for a layer
  /// @param exactFirstLayer whether the first layer takes all neighbours
  /// @param inputDropout on the features
  /// @param dropout before each layer but the first
  public record Settings(
      int layers,
      int hidden,
      int samples,
      Importance importance,
      boolean exactFirstLayer,
      double inputDropout,
      double dropout) {
    public Settings {
      Require.atLeast("layers", layers, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("samples", samples, 1);
      Require.within("inputDropout", inputDropout, 0, 0.99);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  /// @param importance q
  public record Inputs(SampledGraph graph, CumulativeWeights importance) {}

  @Override
  public String name() {
    return "fastgcn";
  }

  @Override
  public String summary() {
    return "GCN whose layers each draw nodes by the weight of their columns";
  }

  /// Reddit is the authors' script. Their citation graphs have most labels known; for the public
  /// splits width and stopping are GCN's.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "reddit" ->
          recipe(
              dataSet,
              settings(128, 400, 0, 0),
              TrainingConfig.adam(200, 0.01, 1e-4, new StoppingRule.Accuracy(30)));
      case "cora", "citeseer", "pubmed" ->
          recipe(
              dataSet,
              settings(16, 400, 0.5, 0.5),
              TrainingConfig.adam(200, 0.01, 5e-4, new StoppingRule.Ranked(50)));
      default ->
          recipe(
              dataSet,
              settings(64, 400, 0.5, 0.5),
              TrainingConfig.adam(400, 0.01, 5e-4, new StoppingRule.Ranked(50)));
    };
  }

  private static Settings settings(int hidden, int samples, double inputDropout, double dropout) {
    return new Settings(2, hidden, samples, Importance.SQUARED_NORM, true, inputDropout, dropout);
  }

  private static Recipe<Settings> recipe(
      String dataSet, Settings settings, TrainingConfig training) {
    return new Recipe<>(settings, training.withBatchSize(256), UsualScaling.of(dataSet), 0.5);
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  @Override
  public long stateBytes(Settings settings, int nodes, int outputs) {
    return 2L * nodes * Float.BYTES * settings.hidden() * settings.layers();
  }

  @Override
  public Inputs prepare(Settings settings, Problem problem, Workspace work) {
    double[] norms = ColumnNorms.squared(problem.operator(), work);
    if (settings.importance() == Importance.NORM) {
      Arrays.setAll(norms, node -> Math.sqrt(norms[node]));
    }
    return new Inputs(
        new SampledGraph(problem.graphInputs(work), problem.operator()),
        new CumulativeWeights(norms));
  }

  @Override
  public Model<Inputs> create(Settings settings, Inputs inputs, int outputs, ParameterStore store) {
    return new Network(
        settings,
        ConvolutionStack.create(
            store,
            inputs.graph().features().width(),
            settings.hidden(),
            outputs,
            settings.layers(),
            settings.inputDropout(),
            settings.dropout()));
  }

  /// A part of M for each layer, the first layer's first.
  static List<LayerBlock> blocks(Settings settings, Inputs inputs, int[] batch, long seed) {
    List<LayerBlock> blocks = new ArrayList<>();
    int[] targets = batch;
    for (int l = settings.layers() - 1; l >= 0; l--) {
      LayerBlock block =
          l == 0 && settings.exactFirstLayer()
              ? LayerBlock.full(inputs.graph().operator(), targets)
              : drawn(settings.samples(), inputs, targets, StatelessHash.of(seed, l));
      blocks.addFirst(block);
      targets = block.sources();
    }
    return blocks;
  }

  /// `M_vu · c_u / (t q(u))`, c_u how often u was drawn.
  static LayerBlock drawn(int samples, Inputs inputs, int[] targets, long seed) {
    CumulativeWeights q = inputs.importance();
    CumulativeWeights.Drawn drawn = q.draw(samples, seed);
    int[] nodes = drawn.places();
    return LayerBlock.of(
        inputs.graph().operator(),
        targets,
        nodes,
        place -> drawn.counts()[place] / (samples * q.probability(nodes[place])));
  }

  private record Network(Settings settings, ConvolutionStack stack) implements Model<Inputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      return stack.groups(learningRate, weightDecay);
    }

    @Override
    public int judgingBatch() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Tensor logits(Tape tape, Inputs inputs, int[] nodes, Phase phase) {
      return stack.whole(tape, inputs.graph().whole(), nodes, phase);
    }

    @Override
    public Steps steps(Inputs inputs, int[] trainNodes, Targets targets, int batchSize, long seed) {
      return new BatchSteps(
          trainNodes,
          batchSize,
          seed,
          (batch, drawSeed) -> {
            List<LayerBlock> blocks = blocks(settings, inputs, batch, drawSeed);
            return (tape, phase) ->
                targets.loss(stack.through(tape, inputs.graph().features(), blocks, phase), batch);
          });
    }
  }
}
