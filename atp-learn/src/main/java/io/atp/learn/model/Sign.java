package io.atp.learn.model;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.NormaliseRows;
import io.atp.learn.tensor.op.Relu;
import java.util.ArrayList;
import java.util.List;

/// `logits = [σ(XΘ_0) ‖ σ(MXΘ_1) ‖ … ‖ σ(M^K X Θ_K)]·Ω`, dropout after each σ = ReLU.
///
/// Scalable inception graph network in the form of the OGB reference: a linear layer per hop and
/// one on their concatenation. With [Settings#joined] hops are joined first, as in the authors' own
/// code, though that puts three layers with batch norm on them where here are two without: `logits
/// = σ([X ‖ MX ‖ … ‖ M^K X]·Θ)·Ω`. Rows of each hop may be brought to length 1 before either, which
/// takes out how much a node's features grow or shrink on the way.
public final class Sign implements HopBackbone<Sign.Settings> {
  /// @param hops K
  /// @param hidden columns of each Θ
  /// @param dropout after each σ
  /// @param inputDropout on the hop features themselves
  /// @param hopNorm whether rows of each M^l X have length 1
  /// @param joined whether one Θ reads all hops
  public record Settings(
      int hops, int hidden, double dropout, double inputDropout, boolean hopNorm, boolean joined) {
    public Settings {
      Require.atLeast("hops", hops, 0);
      Require.atLeast("hidden", hidden, 1);
      Require.within("dropout", dropout, 0, 0.99);
      Require.within("inputDropout", inputDropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "sign";
  }

  @Override
  public String summary() {
    return "a layer for each of X, MX … M^K X, and one on their concatenation";
  }

  /// The authors give none for citation graphs; of the few tried, these did best on validation.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return switch (dataSet) {
      case "cora" -> recipe(dataSet, new Settings(6, 64, 0.5, 0.9, false, false), 1e-3);
      case "pubmed" -> recipe(dataSet, new Settings(6, 64, 0.5, 0.8, false, false), 1e-4);
      case "citeseer" -> recipe(dataSet, new Settings(10, 64, 0.5, 0.8, false, false), 2e-4);
      case "amazon-computers", "amazon-photo" ->
          recipe(dataSet, new Settings(3, 64, 0.5, 0.5, true, true), 1e-4);
      default -> recipe(dataSet, new Settings(3, 64, 0.5, 0.5, true, false), 1e-4);
    };
  }

  private static Recipe<Settings> recipe(String dataSet, Settings settings, double weightDecay) {
    return new Recipe<>(
        settings,
        TrainingConfig.adam(500, 0.01, weightDecay, new StoppingRule.Loss(100)),
        UsualScaling.of(dataSet),
        0.5);
  }

  @Override
  public PropagationConfig propagation(Settings settings) {
    return PropagationConfig.of(settings.hops(), new HopCombiner.All());
  }

  @Override
  public Model<HopInputs> create(
      Settings settings, HopInputs inputs, int outputs, ParameterStore store) {
    List<Linear> first = new ArrayList<>();
    if (settings.joined()) {
      int width = inputs.matrices().stream().mapToInt(DenseFeatures::width).sum();
      first.add(Linear.create(store, "hops", width, settings.hidden()));
    } else {
      for (int hop = 0; hop < inputs.count(); hop++) {
        first.add(Linear.create(store, "hop" + hop, inputs.width(hop), settings.hidden()));
      }
    }
    Linear classifier =
        Linear.create(store, "classifier", first.size() * settings.hidden(), outputs);
    return new Network(settings, first, classifier);
  }

  private record Network(Settings settings, List<Linear> first, Linear classifier)
      implements Model<HopInputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> all = new ArrayList<>();
      first.forEach(layer -> all.addAll(layer.parameters()));
      all.addAll(classifier.parameters());
      return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
    }

    @Override
    public Tensor logits(Tape tape, HopInputs inputs, int[] nodes, Phase phase) {
      List<Tensor> parts = new ArrayList<>();
      for (int hop = 0; hop < inputs.count(); hop++) {
        Tensor rows = inputs.rows(tape, hop, nodes);
        rows = settings.hopNorm() ? NormaliseRows.of(rows) : rows;
        Tensor x = Dropout.of(rows, settings.inputDropout(), phase);
        parts.add(settings.joined() ? x : hidden(first.get(hop), x, phase));
      }
      Tensor all = Concat.of(parts);
      return classifier.apply(settings.joined() ? hidden(first.getFirst(), all, phase) : all);
    }

    private Tensor hidden(Linear layer, Tensor x, Phase phase) {
      return Dropout.of(Relu.of(layer.apply(x)), settings.dropout(), phase);
    }
  }
}
