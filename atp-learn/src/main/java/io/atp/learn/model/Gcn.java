package io.atp.learn.model;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.Focus;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.layer.BatchNormLayer;
import io.atp.learn.model.layer.Convolution;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.Relu;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `H_0 = X`, `H_l = ReLU(M · drop(H_{l−1}) · W_l)`, `logits = M · drop(H_{L−1}) · W_L`.
///
/// M is in every layer, so gradients go back through Mᵀ. The original has no biases and decays the
/// first layer's weights only; on OGB's graphs batch norm and biases are usual, and features are
/// not dropped.
public final class Gcn implements Backbone<Gcn.Settings, GraphInputs> {
  /// @param layers L
  /// @param dropout before each layer but the first
  /// @param inputDropout on the features
  /// @param batchNorm before each ReLU
  public record Settings(
      int layers,
      int hidden,
      double dropout,
      double inputDropout,
      boolean bias,
      boolean batchNorm) {
    public Settings {
      Require.atLeast("layers", layers, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.within("dropout", dropout, 0, 0.99);
      Require.within("inputDropout", inputDropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "gcn";
  }

  @Override
  public String summary() {
    return "ReLU(M·H·W) in every layer, the whole graph at once";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "cora", "citeseer", "pubmed" ->
          recipe(
              dataSet,
              new Settings(2, 16, 0.5, 0.5, false, false),
              TrainingConfig.adam(200, 0.01, 5e-4, new StoppingRule.Window()));
      case "ogbn-arxiv" ->
          recipe(
              dataSet,
              new Settings(3, 256, 0.5, 0, true, true),
              TrainingConfig.adam(500, 0.01, 0, new StoppingRule.Best()));
      case "ogbn-products" ->
          recipe(
              dataSet,
              new Settings(3, 256, 0.5, 0, true, false),
              TrainingConfig.adam(300, 0.01, 0, new StoppingRule.Best()));
      default ->
          recipe(
              dataSet,
              new Settings(2, 64, 0.5, 0.5, false, false),
              TrainingConfig.adam(400, 0.01, 5e-4, new StoppingRule.Ranked(50)));
    };
  }

  private static Recipe<Settings> recipe(
      String dataSet, Settings settings, TrainingConfig training) {
    return new Recipe<>(settings, training, UsualScaling.of(dataSet), 0.5);
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  @Override
  public int keptMatrices(Settings settings) {
    return 2;
  }

  @Override
  public int keptGraphs(Settings settings) {
    return 5;
  }

  /// A hidden layer leaves its product, its ReLU and its dropped self for the way back, and a norm
  /// one more; gradients take the place of two.
  @Override
  public long stateBytes(Settings settings, int nodes, int outputs) {
    long states = (settings.layers() - 1L) * (settings.batchNorm() ? 4 : 3) + 2;
    return states * nodes * settings.hidden() * Float.BYTES;
  }

  @Override
  public GraphInputs prepare(Settings settings, Problem problem, Workspace work) {
    return problem.graphInputs(work);
  }

  @Override
  public boolean linear(Settings settings) {
    return settings.layers() == 1;
  }

  @Override
  public Model<GraphInputs> create(
      Settings settings, GraphInputs inputs, int outputs, ParameterStore store) {
    List<Convolution> layers = new ArrayList<>();
    List<BatchNormLayer> norms = new ArrayList<>();
    int in = inputs.features().width();
    for (int l = 0; l < settings.layers(); l++) {
      boolean last = l == settings.layers() - 1;
      int out = last ? outputs : settings.hidden();
      layers.add(Convolution.create(store, "layer" + l, in, out, settings.bias()));
      if (settings.batchNorm() && !last) {
        norms.add(BatchNormLayer.create(store, "norm" + l, out));
      }
      in = out;
    }
    return new Network(settings, layers, norms);
  }

  private record Network(Settings settings, List<Convolution> layers, List<BatchNormLayer> norms)
      implements Model<GraphInputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> later = new ArrayList<>();
      layers.stream().skip(1).forEach(layer -> later.addAll(layer.parameters()));
      norms.forEach(norm -> later.addAll(norm.parameters()));
      return List.of(
          new ParameterGroup("first", layers.getFirst().parameters(), learningRate, weightDecay),
          new ParameterGroup("later", later, learningRate, 0));
    }

    /// Batch norm looks at all nodes.
    @Override
    public Optional<Focus<GraphInputs>> focus(GraphInputs inputs, int[] nodes, Workspace work) {
      return norms.isEmpty() ? inputs.around(nodes, layers.size(), work) : Optional.empty();
    }

    @Override
    public int judgingBatch() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Tensor logits(Tape tape, GraphInputs inputs, int[] nodes, Phase phase) {
      Tensor h =
          layers
              .getFirst()
              .apply(tape, inputs.operator(), inputs.features(), settings.inputDropout(), phase);
      for (int l = 1; l < layers.size(); l++) {
        if (settings.batchNorm()) {
          h = norms.get(l - 1).apply(h, phase);
        }
        h = Dropout.of(Relu.of(h), settings.dropout(), phase);
        h = layers.get(l).apply(inputs.operator(), h);
      }
      return GatherRows.of(h, nodes);
    }
  }
}
