package io.atp.learn.model;

import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.input.LabelledHops;
import io.atp.learn.model.layer.FeedForward;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `logits = SAGN(X_0 … X_K) + FFN(ℓ)`, in stages: each learns from the labels and from what the
/// stage before was sure of as if that were labels too.
///
/// [Sagn] with self-label enhancement, as its authors run it where labels are few.
public final class SagnSle implements LabelledHopBackbone<SagnSle.Settings> {
  /// The first six are [Sagn]'s.
  ///
  /// @param labelHops how far labels travel; 0 for no label use
  /// @param stages of training; more than one with label use only
  public record Settings(
      int hops,
      int heads,
      int hidden,
      double inputDropout,
      double attentionDropout,
      double dropout,
      int labelHops,
      Stages stages)
      implements LabelledHopBackbone.Use {
    public Settings {
      new Sagn.Settings(hops, heads, hidden, inputDropout, attentionDropout, dropout);
      LabelledHopBackbone.requireLabelsFor(stages, labelHops);
    }

    Sagn.Settings base() {
      return new Sagn.Settings(hops, heads, hidden, inputDropout, attentionDropout, dropout);
    }
  }

  @Override
  public String name() {
    return "sagn-sle";
  }

  @Override
  public String summary() {
    return "sagn that reads propagated labels and learns anew from its own sure ones";
  }

  /// [Sagn]'s, with labels four hops wide and three stages.
  @Override
  public Recipe<Settings> recipe(String dataSet) {
    Recipe<Sagn.Settings> base = new Sagn().recipe(dataSet);
    Sagn.Settings own = base.settings();
    var settings =
        new Settings(
            own.hops(),
            own.heads(),
            own.hidden(),
            own.inputDropout(),
            own.attentionDropout(),
            own.dropout(),
            4,
            new Stages.SelfLabelled(3, 0.9));
    return new Recipe<>(settings, base.training(), base.scaling(), base.kernelCoefficient());
  }

  @Override
  public Model<LabelledHops> create(
      Settings settings, LabelledHops inputs, int outputs, ParameterStore store) {
    return new Network(
        new Sagn().create(settings.base(), inputs.hops(), outputs, store),
        labelNetwork(settings, settings.hidden(), settings.dropout(), outputs, store));
  }

  private record Network(Model<HopInputs> base, Optional<FeedForward> labels)
      implements Model<LabelledHops> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<ParameterGroup> groups = new ArrayList<>(base.groups(learningRate, weightDecay));
      labels.ifPresent(
          network ->
              groups.add(
                  new ParameterGroup("labels", network.parameters(), learningRate, weightDecay)));
      return groups;
    }

    @Override
    public Tensor logits(Tape tape, LabelledHops inputs, int[] nodes, Phase phase) {
      Tensor logits = base.logits(tape, inputs.hops(), nodes, phase);
      return LabelledHopBackbone.plusLabels(logits, labels, inputs, nodes, phase);
    }
  }
}
