package io.atp.learn.model;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.CoarseGraph;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.layer.Convolution;
import io.atp.learn.model.layer.ConvolutionStack;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// GCN, `H_l = ReLU(M · drop(H_{l−1}) · W_l)`, trained on a graph of super-nodes that each stand
/// for a few nodes, and asked about the graph itself.
///
/// A super-node's features are the weighted mean of its members', its class that of its training
/// members; one whose members disagree is left out of the loss. Validation, too, is asked on the
/// graph itself, where the authors coarsen it along.
public final class CoarsenedGcn implements Backbone<CoarsenedGcn.Settings, CoarsenedGcn.Inputs> {
  /// @param ratio share of the nodes that the small graph has
  /// @param inputDropout on the features
  /// @param dropout before each layer but the first
  public record Settings(
      double ratio, int layers, int hidden, double inputDropout, double dropout) {
    public Settings {
      Require.that(ratio > 0 && ratio <= 1, "ratio must lie in (0, 1], got %s", ratio);
      Require.atLeast("layers", layers, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.within("inputDropout", inputDropout, 0, 0.99);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  public record Inputs(GraphInputs whole, CoarseGraph coarse) {}

  @Override
  public String name() {
    return "coarsening";
  }

  @Override
  public String summary() {
    return "GCN trained on a smaller graph whose nodes stand for groups";
  }

  /// The authors' script, which keeps the epoch of the lowest validation loss.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(0.5, 2, 64, 0, 0.5),
        TrainingConfig.adam(60, 0.01, 5e-4, new StoppingRule.Loss(60)),
        UsualScaling.of(dataSet),
        0.5);
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
  public Inputs prepare(Settings settings, Problem problem, Workspace work) {
    GraphInputs whole = problem.graphInputs(work);
    return new Inputs(
        whole, new CoarseGraph(whole.graph(), problem.coefficients(), problem.features(), work));
  }

  @Override
  public Model<Inputs> create(Settings settings, Inputs inputs, int outputs, ParameterStore store) {
    return new Network(
        settings,
        ConvolutionStack.create(
            store,
            inputs.whole().features().width(),
            settings.hidden(),
            outputs,
            settings.layers(),
            settings.inputDropout(),
            settings.dropout()));
  }

  /// Super-nodes with one target, and for each a training node that has it.
  ///
  /// @throws IllegalArgumentException if there are none
  static int[][] labelled(int[] superOf, int[] trainNodes, Targets targets) {
    int supers = 1 + Arrays.stream(superOf).max().orElse(-1);
    int[] example = new int[supers];
    Arrays.fill(example, -1);
    boolean[] mixed = new boolean[supers];
    for (int node : trainNodes) {
      int s = superOf[node];
      if (example[s] < 0) {
        example[s] = node;
      } else {
        mixed[s] |= !targets.alike(example[s], node);
      }
    }
    int[] kept = IntStream.range(0, supers).filter(s -> example[s] >= 0 && !mixed[s]).toArray();
    Require.that(
        kept.length > 0,
        "all super-nodes with training nodes among their members hold more than one class, with %d"
            + " training nodes in %d super-nodes: raise the ratio",
        trainNodes.length,
        supers);
    return new int[][] {kept, IntStream.of(kept).map(s -> example[s]).toArray()};
  }

  private record Network(Settings settings, ConvolutionStack stack) implements Model<Inputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> all =
          stack.layers().stream().map(Convolution::parameters).flatMap(List::stream).toList();
      return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
    }

    @Override
    public int judgingBatch() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Tensor logits(Tape tape, Inputs inputs, int[] nodes, Phase phase) {
      return stack.whole(tape, inputs.whole(), nodes, phase);
    }

    /// One step an epoch: the small graph is taken whole.
    @Override
    public Steps steps(Inputs inputs, int[] trainNodes, Targets targets, int batchSize, long seed) {
      CoarseGraph.Small small = inputs.coarse().small(settings.ratio());
      int[][] labelled = labelled(small.superOf(), trainNodes, targets);
      return new WholeSteps(
          (tape, phase) ->
              targets.loss(stack.whole(tape, small.inputs(), labelled[0], phase), labelled[1]));
    }
  }
}
