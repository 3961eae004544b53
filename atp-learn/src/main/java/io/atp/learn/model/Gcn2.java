package io.atp.learn.model;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.learn.model.input.Focus;
import io.atp.learn.model.input.GraphInputs;
import io.atp.learn.model.input.LastLayers;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.ResidualConvolution;
import io.atp.learn.model.layer.ResidualConvolution.Form;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.GatherRows;
import io.atp.learn.tensor.op.Recomputed;
import io.atp.learn.tensor.op.Relu;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `H_0 = ReLU(drop(X)·W_in + b)`, `H_l = ReLU(U_l · (θ_l W_l + (1−θ_l) I))` with `U_l = (1−α) M
/// drop(H_{l−1}) + α H_0` and `θ_l = ln(λ/l + 1)`, `logits = drop(H_L)·W_out + b`.
///
/// The initial residual and the identity keep sixty layers from washing out. Other forms of the
/// layer, as the authors' scripts have them, are [Form]'s.
public final class Gcn2 implements Backbone<Gcn2.Settings, GraphInputs> {
  /// Matrices of n × hidden that a layer leaves for the way back: mixed and multiplied in the
  /// original form, in others also dropped and cut.
  private static int keptPerLayer(Form form) {
    return form == Form.ORIGINAL ? 2 : 4;
  }

  /// @param layers L
  /// @param identity λ; larger ones give W_l more to say
  /// @param restartProbability α
  /// @param layerDecay weight decay of the W_l; the rest has the training's own
  /// @param segment layers computed as one part of which only the result is kept, the others
  ///   computed again on the way back; 0 keeps all. Weights come out the same
  public record Settings(
      Form form,
      int layers,
      int hidden,
      double identity,
      double restartProbability,
      double dropout,
      double layerDecay,
      int segment) {
    public Settings {
      Require.atLeast("layers", layers, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.that(
          identity > 0 && Double.isFinite(identity),
          "identity must be a finite number above 0, got %s",
          identity);
      Require.share("restartProbability", restartProbability);
      Require.within("dropout", dropout, 0, 0.99);
      Require.that(
          layerDecay >= 0 && Double.isFinite(layerDecay),
          "layerDecay must be a finite number from 0 on, got %s",
          layerDecay);
      Require.atLeast("segment", segment, 0);
    }
  }

  @Override
  public String name() {
    return "gcnii";
  }

  @Override
  public String summary() {
    return "deep GCN: each layer restarts from the first and stays near the identity";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "cora" -> recipe(dataSet, settings(64, 64, 0.5, 0.6, 0.01));
      case "citeseer" -> recipe(dataSet, settings(32, 256, 0.6, 0.7, 0.01));
      case "pubmed" -> recipe(dataSet, settings(16, 256, 0.4, 0.5, 5e-4));
      case "ogbn-arxiv" ->
          new Recipe<>(
              new Settings(Form.ARXIV, 16, 256, 0.5, 0.5, 0.1, 0, 4),
              TrainingConfig.adam(1000, 1e-3, 0, new StoppingRule.Accuracy(200)),
              UsualScaling.of(dataSet),
              0.5);
      default -> recipe(dataSet, settings(8, 64, 0.5, 0.5, 5e-4));
    };
  }

  private static Settings settings(
      int layers, int hidden, double identity, double dropout, double layerDecay) {
    return new Settings(Form.ORIGINAL, layers, hidden, identity, 0.1, dropout, layerDecay, 0);
  }

  private static Recipe<Settings> recipe(String dataSet, Settings settings) {
    return new Recipe<>(
        settings,
        TrainingConfig.adam(1500, 0.01, 5e-4, new StoppingRule.Loss(100)),
        UsualScaling.of(dataSet),
        0.5);
  }

  @Override
  public boolean keepsSparsity() {
    return true;
  }

  /// The parts that training and validation read may each be nearly as large as the whole.
  @Override
  public int keptMatrices(Settings settings) {
    return 3;
  }

  /// And rows of the operator for each of the last layers, there and back, twice as large as those
  /// of a graph, for both.
  @Override
  public int keptGraphs(Settings settings) {
    return 6 + 8 * LastLayers.most(settings.layers());
  }

  @Override
  public long stateBytes(Settings settings, int nodes, int outputs) {
    int part = settings.segment() == 0 ? settings.layers() : settings.segment();
    int parts = (settings.layers() + part - 1) / part;
    long states = (long) keptPerLayer(settings.form()) * part + parts + 4;
    return states * nodes * settings.hidden() * Float.BYTES;
  }

  @Override
  public GraphInputs prepare(Settings settings, Problem problem, Workspace work) {
    return problem.graphInputs(work);
  }

  @Override
  public Model<GraphInputs> create(
      Settings settings, GraphInputs inputs, int outputs, ParameterStore store) {
    Linear in = Linear.create(store, "in", inputs.features().width(), settings.hidden());
    List<ResidualConvolution> layers = new ArrayList<>();
    for (int l = 1; l <= settings.layers(); l++) {
      double theta = StrictMath.log(settings.identity() / l + 1);
      layers.add(
          ResidualConvolution.create(
              store,
              "layer" + l,
              settings.form(),
              settings.hidden(),
              settings.restartProbability(),
              theta,
              settings.dropout()));
    }
    Linear out = Linear.create(store, "out", settings.hidden(), outputs);
    return new Network(settings, in, layers, out);
  }

  private record Network(Settings settings, Linear in, List<ResidualConvolution> layers, Linear out)
      implements Model<GraphInputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> inner =
          layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
      List<Parameter> outer =
          Stream.of(in, out).flatMap(layer -> layer.parameters().stream()).toList();
      return List.of(
          new ParameterGroup("layers", inner, learningRate, settings.layerDecay()),
          new ParameterGroup("ends", outer, learningRate, weightDecay));
    }

    /// Most of a layer is its product, whose rows are nodes. Batch norm looks at all of them.
    @Override
    public Optional<Focus<GraphInputs>> focus(GraphInputs inputs, int[] nodes, Workspace work) {
      return settings.form() == Form.ARXIV
          ? Optional.empty()
          : inputs.within(nodes, layers.size(), work);
    }

    @Override
    public int judgingBatch() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Tensor logits(Tape tape, GraphInputs inputs, int[] nodes, Phase phase) {
      double dropout = settings.dropout();
      Tensor product = inputs.features().times(tape.parameter(in.weight()), dropout, phase);
      Tensor start = Relu.of(in.plusBias(product));
      Tensor h = start;
      int step = settings.segment() == 0 ? layers.size() : settings.segment();
      for (int from = 0; from < layers.size(); from += step) {
        List<ResidualConvolution> some = layers.subList(from, Math.min(layers.size(), from + step));
        // A phase per layer, so that the masks do not depend on how layers are grouped.
        List<Phase> phases = some.stream().map(_ -> phase.part()).toList();
        h = part(inputs, from, some, phases, h, start);
      }
      int[] places = inputs.last().places(nodes);
      return out.apply(GatherRows.of(Dropout.of(h, dropout, phase), places));
    }

    private Tensor part(
        GraphInputs inputs,
        int from,
        List<ResidualConvolution> some,
        List<Phase> phases,
        Tensor h,
        Tensor start) {
      if (settings.segment() == 0) {
        return run(inputs, from, some, phases, h, start);
      }
      int rows = narrow(inputs, from + some.size() - 1).map(l -> l.nodes().length).orElse(h.rows());
      return Recomputed.of(
          List.of(h, start),
          (_, states, phase) -> {
            List<Phase> own =
                phase.remembers() ? phases : phases.stream().map(Phase::again).toList();
            return run(inputs, from, some, own, states.get(0), states.get(1));
          },
          phases.getFirst(),
          rows,
          h.columns());
    }

    private Tensor run(
        GraphInputs inputs,
        int from,
        List<ResidualConvolution> some,
        List<Phase> phases,
        Tensor h,
        Tensor start) {
      Tensor now = h;
      for (int l = 0; l < some.size(); l++) {
        ResidualConvolution layer = some.get(l);
        Optional<LastLayers.Layer> narrow = narrow(inputs, from + l);
        now =
            narrow.isEmpty()
                ? layer.apply(inputs.operator(), now, start, phases.get(l))
                : layer.apply(
                    narrow.get().operator(),
                    now,
                    GatherRows.of(start, narrow.get().nodes()),
                    phases.get(l));
      }
      return now;
    }

    /// @param layer from 0
    private Optional<LastLayers.Layer> narrow(GraphInputs inputs, int layer) {
      List<LastLayers.Layer> last = inputs.last().layers();
      int fromEnd = layers.size() - 1 - layer;
      return fromEnd < last.size() ? Optional.of(last.get(fromEnd)) : Optional.empty();
    }
  }
}
