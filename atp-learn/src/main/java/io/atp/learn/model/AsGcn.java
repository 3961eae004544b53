package io.atp.learn.model;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.NodeFeatures;
import io.atp.learn.model.input.SampledGraph;
import io.atp.learn.model.layer.ConvolutionStack;
import io.atp.learn.model.layer.LearnedSampler;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.Scale;
import java.util.ArrayList;
import java.util.List;

/// GCN whose layers draw t nodes, with replacement, among the neighbours of the layer above by a
/// `q` that learns ([LearnedSampler]); `M·H` is estimated by `(1/t) Σ_j M_{:,u_j} H_{u_j} /
/// q(u_j)`, and the loss has λ times the variance of that estimate in the last layer added.
///
/// The estimate is unbiased whatever q is, so the first part of the loss sends no gradient to the
/// sampler; the variance sends one to the sampler alone. As draws hang on weights they are made in
/// the step, not ahead of it. Neighbours are never cut off at 32, as the authors do, and their skip
/// connection, off in their scripts, is not here. Judging is a GCN on the whole graph, without
/// draws.
public final class AsGcn implements Backbone<AsGcn.Settings, SampledGraph> {
  /// @param samples t, nodes drawn for a layer
  /// @param varianceWeight λ
  /// @param inputDropout on the features
  /// @param dropout before each layer but the first
  public record Settings(
      int layers,
      int hidden,
      int samples,
      double varianceWeight,
      double inputDropout,
      double dropout) {
    public Settings {
      Require.atLeast("layers", layers, 2);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("samples", samples, 1);
      Require.within("varianceWeight", varianceWeight, 0, Double.MAX_VALUE);
      Require.within("inputDropout", inputDropout, 0, 0.99);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "asgcn";
  }

  @Override
  public String summary() {
    return "GCN whose layers draw nodes by chances that are learned";
  }

  /// Width, draws and weights are the authors' for Cora, where they know most labels. With the few
  /// of public splits an epoch is one step, and the learning rate is ours.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "cora", "citeseer", "pubmed" -> recipe(dataSet, 16, 128);
      default -> recipe(dataSet, 64, 512);
    };
  }

  private static Recipe<Settings> recipe(String dataSet, int hidden, int samples) {
    return new Recipe<>(
        new Settings(2, hidden, samples, 0.5, 0.5, 0.5),
        TrainingConfig.adam(300, 0.01, 5e-4, new StoppingRule.Ranked(50)).withBatchSize(256),
        UsualScaling.of(dataSet),
        0.5);
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
  public SampledGraph prepare(Settings settings, Problem problem, Workspace work) {
    return new SampledGraph(problem.graphInputs(work), problem.operator());
  }

  @Override
  public Model<SampledGraph> create(
      Settings settings, SampledGraph inputs, int outputs, ParameterStore store) {
    int width = inputs.features().width();
    return new Network(
        settings,
        ConvolutionStack.create(
            store,
            width,
            settings.hidden(),
            outputs,
            settings.layers(),
            settings.inputDropout(),
            settings.dropout()),
        LearnedSampler.create(store, "sampler", width));
  }

  private record Network(Settings settings, ConvolutionStack stack, LearnedSampler sampler)
      implements Model<SampledGraph> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<ParameterGroup> groups = new ArrayList<>(stack.groups(learningRate, weightDecay));
      groups.add(new ParameterGroup("sampler", sampler.parameters(), learningRate, 0));
      return groups;
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
    public Tensor loss(Tape tape, SampledGraph inputs, int[] nodes, Targets targets, Phase phase) {
      NodeFeatures features = inputs.features();
      List<LearnedSampler.Drawn> drawn = new ArrayList<>();
      int[] above = nodes;
      for (int l = settings.layers() - 1; l >= 0; l--) {
        drawn.addFirst(
            sampler.draw(
                tape, inputs.operator(), features, above, settings.samples(), phase.nextSeed()));
        above = drawn.getFirst().block().sources();
      }
      Tensor h = stack.first(tape, features, drawn.getFirst().block(), phase);
      Tensor states = null;
      for (int l = 1; l < settings.layers(); l++) {
        states = Relu.of(h);
        h = stack.layers().get(l).apply(drawn.get(l).block().weights(), stack.drop(states, phase));
      }
      Tensor loss = targets.loss(h, nodes);
      if (settings.varianceWeight() == 0) {
        return loss;
      }
      Tensor variance = drawn.getLast().secondMoment(states.value());
      return Add.of(loss, Scale.of(variance, settings.varianceWeight() / nodes.length));
    }
  }
}
