package io.atp.learn.model;

import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.input.SampledGraph;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.sample.LayerBlock;
import io.atp.learn.sample.LayerDependentDraw;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.Elu;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.SparseMatMul;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// `H_l = drop(ELU(M · (H_{l−1} W_l + b_l)))`, `logits = drop(H_L) · W + b`. Training replaces M,
/// from the last layer down, by a few columns that [LayerDependentDraw] draws among the neighbours
/// of the layer above.
///
/// Judging takes all of M, where the authors draw twenty times as many columns.
public final class Ladies implements Backbone<Ladies.Settings, SampledGraph> {
  /// @param layers L
  /// @param samples columns a layer draws
  /// @param replacement whether a column may be drawn again and count more; the authors draw each
  ///   at most once
  /// @param keepTargets whether every layer also takes the batch's own columns, as the authors do
  /// @param normaliseRows whether a row is scaled to the sum it has in M; without it the estimate
  ///   is unbiased where columns are drawn with replacement and targets not kept
  /// @param dropout after each layer
  /// @param outputDropout before the classifier
  public record Settings(
      int layers,
      int hidden,
      int samples,
      boolean replacement,
      boolean keepTargets,
      boolean normaliseRows,
      double dropout,
      double outputDropout) {
    public Settings {
      Require.atLeast("layers", layers, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("samples", samples, 1);
      Require.within("dropout", dropout, 0, 0.99);
      Require.within("outputDropout", outputDropout, 0, 0.99);
    }

    LayerDependentDraw draw() {
      return new LayerDependentDraw(samples, replacement, keepTargets, normaliseRows);
    }
  }

  @Override
  public String name() {
    return "ladies";
  }

  @Override
  public String summary() {
    return "deep GCN whose layers draw columns among the neighbours of the layer above";
  }

  /// The authors' script has one setting for all graphs; with the few labels of public splits two
  /// layers, a higher rate and weight decay are ours.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "reddit" ->
          recipe(
              dataSet,
              new Settings(5, 256, 64, false, true, true, 0.2, 0.5),
              TrainingConfig.adam(100, 1e-3, 0, new StoppingRule.Accuracy(30)));
      default ->
          recipe(
              dataSet,
              new Settings(2, 64, 512, false, true, true, 0.2, 0.5),
              TrainingConfig.adam(200, 0.01, 5e-4, new StoppingRule.Ranked(50)));
    };
  }

  private static Recipe<Settings> recipe(
      String dataSet, Settings settings, TrainingConfig training) {
    return new Recipe<>(settings, training.withBatchSize(512), UsualScaling.of(dataSet), 0);
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  @Override
  public long stateBytes(Settings settings, int nodes, int outputs) {
    return 3L * nodes * Float.BYTES * settings.hidden() * settings.layers();
  }

  @Override
  public SampledGraph prepare(Settings settings, Problem problem, Workspace work) {
    return new SampledGraph(problem.graphInputs(work), problem.operator());
  }

  @Override
  public Model<SampledGraph> create(
      Settings settings, SampledGraph inputs, int outputs, ParameterStore store) {
    List<Linear> layers = new ArrayList<>();
    int in = inputs.features().width();
    for (int l = 0; l < settings.layers(); l++) {
      layers.add(Linear.create(store, "layer" + l, in, settings.hidden()));
      in = settings.hidden();
    }
    return new Network(settings, layers, Linear.create(store, "classifier", in, outputs));
  }

  /// A part of M for each layer, the first layer's first.
  static List<LayerBlock> blocks(
      Settings settings, PropagationOperator operator, int[] batch, long seed) {
    List<LayerBlock> blocks = new ArrayList<>();
    int[] targets = batch;
    for (int l = settings.layers() - 1; l >= 0; l--) {
      LayerBlock block = settings.draw().draw(operator, targets, batch, StatelessHash.of(seed, l));
      blocks.addFirst(block);
      targets = block.sources();
    }
    return blocks;
  }

  private record Network(Settings settings, List<Linear> layers, Linear classifier)
      implements Model<SampledGraph> {
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
    public Tensor logits(Tape tape, SampledGraph inputs, int[] nodes, Phase phase) {
      Tensor weight = tape.parameter(layers.getFirst().weight());
      Tensor x = inputs.features().times(weight, 0, phase);
      return classified(
          GatherRows.of(states(x, _ -> inputs.whole().operator(), phase), nodes), phase);
    }

    private Tensor sampled(Tape tape, NodeFeatures features, List<LayerBlock> blocks, Phase phase) {
      Tensor weight = tape.parameter(layers.getFirst().weight());
      Tensor x = features.times(blocks.getFirst().sources(), weight, 0, phase);
      return classified(states(x, l -> blocks.get(l).weights(), phase), phase);
    }

    /// @param x `X W_1`
    private Tensor states(Tensor x, IntFunction<SparsePair> operator, Phase phase) {
      Tensor h = layers.getFirst().plusBias(x);
      for (int l = 0; l < layers.size(); l++) {
        Tensor y = l == 0 ? h : layers.get(l).apply(h);
        h = Dropout.of(Elu.of(SparseMatMul.of(operator.apply(l), y)), settings.dropout(), phase);
      }
      return h;
    }

    private Tensor classified(Tensor h, Phase phase) {
      return classifier.apply(Dropout.of(h, settings.outputDropout(), phase));
    }

    @Override
    public Steps steps(
        SampledGraph inputs, int[] trainNodes, Targets targets, int batchSize, long seed) {
      return new BatchSteps(
          trainNodes,
          batchSize,
          seed,
          (batch, drawSeed) -> {
            List<LayerBlock> blocks = blocks(settings, inputs.operator(), batch, drawSeed);
            return (tape, phase) ->
                targets.loss(sampled(tape, inputs.features(), blocks, phase), batch);
          });
    }
  }
}
