package io.atp.learn.model;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.SampledGraph;
import io.atp.learn.model.layer.ConvolutionStack;
import io.atp.learn.model.layer.History;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.sample.LayerBlock;
import io.atp.learn.sample.NeighbourDraw;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.Scale;
import io.atp.learn.tensor.op.SparseMatMul;
import java.util.ArrayList;
import java.util.List;

/// GCN in which `M·H ≈ M_s (μ − H̄) + M·H̄`: μ the hidden states before dropout of a few drawn
/// neighbours, M_s their entries scaled up to stand for all, H̄ what each node's state was when it
/// was last computed.
///
/// Only the first term is random, and it vanishes as weights settle: with H̄ the true states the
/// estimate is exact. H̄ starts at 0, where the estimate is that of plain sampling, and is part of
/// checkpoints, n · hidden numbers a layer. A step that is asked for its loss again finds the newer
/// states of its own first pass. The first layer, whose input does not change, takes all
/// neighbours. Judging is a GCN on the whole graph, without draws.
public final class VrGcn implements Backbone<VrGcn.Settings, SampledGraph> {
  /// How dropout enters the estimate.
  public enum Control {
    /// `M_s (drop(μ) − H̄) + M·H̄`.
    CV,
    /// `M_½ (drop(μ) − μ) + M_s (μ − H̄) + M·H̄` with roots of the factors in M_½: dropout then
    /// adds the variance it has in the whole sum, and no more.
    CVD
  }

  /// @param neighbours drawn for a node, besides itself
  /// @param inputDropout on the features
  /// @param dropout before each layer but the first
  public record Settings(
      int layers,
      int hidden,
      int neighbours,
      Control control,
      double inputDropout,
      double dropout) {
    public Settings {
      Require.atLeast("layers", layers, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("neighbours", neighbours, 1);
      Require.within("inputDropout", inputDropout, 0, 0.99);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "vrgcn";
  }

  @Override
  public String summary() {
    return "GCN with two drawn neighbours, and remembered states for all the others";
  }

  /// Two neighbours are the authors'; width, dropout and stopping are GCN's.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "cora", "citeseer", "pubmed" -> recipe(dataSet, 16, 200);
      default -> recipe(dataSet, 64, 400);
    };
  }

  private static Recipe<Settings> recipe(String dataSet, int hidden, int epochs) {
    return new Recipe<>(
        new Settings(2, hidden, 2, Control.CVD, 0.5, 0.5),
        TrainingConfig.adam(epochs, 0.01, 5e-4, new StoppingRule.Ranked(50)).withBatchSize(512),
        UsualScaling.of(dataSet),
        0.5);
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  /// What is remembered included, twice while a checkpoint is written.
  @Override
  public long stateBytes(Settings settings, int nodes, int outputs) {
    return 5L * nodes * Float.BYTES * settings.hidden() * settings.layers();
  }

  @Override
  public SampledGraph prepare(Settings settings, Problem problem, Workspace work) {
    return new SampledGraph(problem.graphInputs(work), problem.operator());
  }

  @Override
  public Model<SampledGraph> create(
      Settings settings, SampledGraph inputs, int outputs, ParameterStore store) {
    return new Network(
        settings,
        ConvolutionStack.create(
            store,
            inputs.features().width(),
            settings.hidden(),
            outputs,
            settings.layers(),
            settings.inputDropout(),
            settings.dropout()),
        store);
  }

  /// What a step sees: all neighbours of the first layer, and of each later one those drawn and
  /// those remembered.
  record Drawn(LayerBlock first, List<NeighbourDraw> later) {
    static Drawn of(Settings settings, SampledGraph graph, int[] batch, long seed) {
      List<NeighbourDraw> later = new ArrayList<>();
      int[] targets = batch;
      for (int l = settings.layers() - 1; l > 0; l--) {
        NeighbourDraw draw =
            NeighbourDraw.of(
                graph.operator(), targets, settings.neighbours(), StatelessHash.of(seed, l));
        later.addFirst(draw);
        targets = draw.sources();
      }
      return new Drawn(LayerBlock.full(graph.operator(), targets), later);
    }
  }

  private record Network(Settings settings, ConvolutionStack stack, ParameterStore store)
      implements Model<SampledGraph> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      return stack.groups(learningRate, weightDecay);
    }

    @Override
    public int judgingBatch() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Tensor logits(Tape tape, SampledGraph inputs, int[] nodes, Phase phase) {
      return stack.whole(tape, inputs.whole(), nodes, phase);
    }

    @Override
    public Steps steps(
        SampledGraph inputs, int[] trainNodes, Targets targets, int batchSize, long seed) {
      List<History> histories = new ArrayList<>();
      for (int l = 1; l < settings.layers(); l++) {
        histories.add(
            History.create(store, "history" + l, inputs.whole().nodeCount(), settings.hidden()));
      }
      return new BatchSteps(
          trainNodes,
          batchSize,
          seed,
          (batch, drawSeed) -> {
            Drawn drawn = Drawn.of(settings, inputs, batch, drawSeed);
            return (tape, phase) ->
                targets.loss(sampled(tape, inputs, drawn, histories, phase), batch);
          });
    }

    private Tensor sampled(
        Tape tape, SampledGraph inputs, Drawn drawn, List<History> histories, Phase phase) {
      Tensor h = stack.first(tape, inputs.features(), drawn.first(), phase);
      for (int l = 1; l < settings.layers(); l++) {
        Tensor sum = sum(Relu.of(h), drawn.later().get(l - 1), histories.get(l - 1), phase);
        h = MatMul.of(sum, tape.parameter(stack.layers().get(l).linear().weight()));
      }
      return h;
    }

    /// The estimate of M·H, after which the history is what was computed.
    private Tensor sum(Tensor states, NeighbourDraw draw, History history, Phase phase) {
      Tape tape = states.tape();
      LayerBlock all = draw.all();
      Tensor known = SparseMatMul.of(all.weights(), history.rows(tape, all.sources()));
      Tensor before = Scale.of(history.rows(tape, draw.sources()), -1);
      history.remember(draw.sources(), states.value());
      Tensor dropped = stack.drop(states, phase);
      return switch (settings.control()) {
        case CV -> Add.of(known, SparseMatMul.of(draw.scaled(), Add.of(dropped, before)));
        case CVD -> {
          Tensor news = SparseMatMul.of(draw.scaled(), Add.of(states, before));
          Tensor sum = Add.of(known, news);
          yield dropped == states
              ? sum
              : Add.of(sum, SparseMatMul.of(draw.rooted(), Add.of(dropped, Scale.of(states, -1))));
        }
      };
    }
  }
}
