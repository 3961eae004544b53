package io.atp.learn.model;

import io.atp.core.runtime.Require;
import io.atp.learn.model.input.LabelledHops;
import io.atp.learn.model.layer.FeedForward;
import io.atp.learn.model.layer.HopAttention;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.model.layer.ResidualStack;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.Prelu;
import io.atp.learn.tensor.op.WeightedSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `Z_i = Σ_l w_il · h_l,i`, `w_i = softmax_l(score_il)`, `logits = FFN(Z)`: each node weighs its
/// hops.
///
/// `h_l = g_l(drop(X_l))` with a small network per hop, or X_l itself. Scores are [HopAttention]'s:
/// recursive (R) or against a joint reference (JK). Optional: a residual `Z ← drop(PReLU(Z + W·X_0
/// + b))`, and label use.
public final class Gamlp implements LabelledHopBackbone<Gamlp.Settings> {
  /// @param hops K
  /// @param attention R, JK or smoothing
  /// @param activation of the scores
  /// @param preProcess whether each hop passes a network of its own first
  /// @param hidden width of those networks and of the output network
  /// @param layers of the output network
  /// @param labelHops how far labels travel; 0 for no label use
  /// @param stages of training; more than one with label use only
  public record Settings(
      int hops,
      HopAttention.Reference attention,
      HopAttention.Activation activation,
      boolean preProcess,
      boolean residual,
      int hidden,
      int layers,
      double inputDropout,
      double dropout,
      double attentionDropout,
      int labelHops,
      Stages stages)
      implements LabelledHopBackbone.Use {
    public Settings {
      Require.atLeast("hops", hops, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.atLeast("layers", layers, 2);
      Require.within("inputDropout", inputDropout, 0, 0.99);
      Require.within("dropout", dropout, 0, 0.99);
      Require.within("attentionDropout", attentionDropout, 0, 0.99);
      LabelledHopBackbone.requireLabelsFor(stages, labelHops);
    }
  }

  @Override
  public String name() {
    return "gamlp";
  }

  @Override
  public String summary() {
    return "each node weighs its hops by attention, then a deep residual network";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(
            4,
            HopAttention.Reference.RECURSIVE,
            HopAttention.Activation.SIGMOID,
            true,
            false,
            64,
            2,
            0.5,
            0.5,
            0,
            0,
            new Stages.Single()),
        TrainingConfig.adam(300, 0.01, 1e-3, new StoppingRule.Accuracy(60)),
        UsualScaling.of(dataSet),
        0.5);
  }

  @Override
  public Model<LabelledHops> create(
      Settings settings, LabelledHops inputs, int outputs, ParameterStore store) {
    int width = inputs.hops().width(0);
    int hopWidth = settings.preProcess() ? settings.hidden() : width;
    List<FeedForward> perHop = new ArrayList<>();
    if (settings.preProcess()) {
      for (int hop = 0; hop < inputs.hops().count(); hop++) {
        int[] widths = {width, settings.hidden(), settings.hidden()};
        perHop.add(FeedForward.create(store, "hop" + hop, widths, true, settings.dropout()));
      }
    }
    return new Network(
        settings,
        perHop,
        HopAttention.create(
            store,
            settings.attention(),
            settings.activation(),
            hopWidth,
            inputs.hops().count(),
            settings.attentionDropout(),
            settings.dropout()),
        settings.residual()
            ? Optional.of(Linear.create(store, "residual", width, hopWidth))
            : Optional.empty(),
        store.create("slope", 1, 1, new Initialiser.Constant(0.25)),
        ResidualStack.create(
            store,
            "output",
            hopWidth,
            settings.hidden(),
            outputs,
            settings.layers(),
            settings.dropout()),
        labelNetwork(settings, settings.hidden(), settings.dropout(), outputs, store));
  }

  private record Network(
      Settings settings,
      List<FeedForward> perHop,
      HopAttention attention,
      Optional<Linear> residual,
      Parameter slope,
      ResidualStack output,
      Optional<FeedForward> labels)
      implements Model<LabelledHops> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> all = new ArrayList<>();
      perHop.forEach(network -> all.addAll(network.parameters()));
      all.addAll(attention.parameters());
      residual.ifPresent(
          layer -> {
            all.addAll(layer.parameters());
            all.add(slope);
          });
      all.addAll(output.parameters());
      labels.ifPresent(network -> all.addAll(network.parameters()));
      return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
    }

    @Override
    public Tensor logits(Tape tape, LabelledHops inputs, int[] nodes, Phase phase) {
      List<Tensor> hops = new ArrayList<>();
      Tensor own = null;
      for (int hop = 0; hop < inputs.hops().count(); hop++) {
        Tensor x = Dropout.of(inputs.hops().rows(tape, hop, nodes), settings.inputDropout(), phase);
        own = hop == 0 ? x : own;
        hops.add(settings.preProcess() ? perHop.get(hop).apply(x, phase) : x);
      }
      Tensor z = WeightedSum.of(hops, attention.weights(hops, phase));
      if (residual.isPresent()) {
        Tensor sum = Add.of(z, residual.get().apply(own));
        z = Dropout.of(Prelu.of(sum, tape.parameter(slope)), settings.dropout(), phase);
      }
      Tensor logits = output.apply(z, phase);
      return LabelledHopBackbone.plusLabels(logits, labels, inputs, nodes, phase);
    }
  }
}
