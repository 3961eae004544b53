package io.atp.learn.model;

import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Require;
import io.atp.learn.model.input.HopInputs;
import io.atp.learn.model.layer.FeedForward;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.optimise.StoppingRule;
import io.atp.learn.optimise.TrainingConfig;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.LeakyRelu;
import io.atp.learn.tensor.op.RowDot;
import io.atp.learn.tensor.op.Scale;
import io.atp.learn.tensor.op.Softmax;
import io.atp.learn.tensor.op.WeightedSum;
import java.util.ArrayList;
import java.util.List;

/// `e_l = LeakyReLU(aᵀh_l + bᵀh_0)`, `w = softmax_l(e)`, `Z = Σ_l drop(w_l)·h_l + W_res·X_0`, heads
/// averaged, then a network with batch norm. `h_l` is a network of the hop's own.
///
/// Scalable and adaptive graph network; the authors of ATP keep it in their code but cannot run it.
public final class Sagn implements HopBackbone<Sagn.Settings> {
  private static final double SLOPE = 0.2;

  /// @param hops K
  /// @param heads how many attentions side by side
  public record Settings(
      int hops,
      int heads,
      int hidden,
      double inputDropout,
      double attentionDropout,
      double dropout) {
    public Settings {
      Require.atLeast("hops", hops, 0);
      Require.atLeast("heads", heads, 1);
      Require.atLeast("hidden", hidden, 1);
      Require.within("inputDropout", inputDropout, 0, 0.99);
      Require.within("attentionDropout", attentionDropout, 0, 0.99);
      Require.within("dropout", dropout, 0, 0.99);
    }
  }

  @Override
  public String name() {
    return "sagn";
  }

  @Override
  public String summary() {
    return "hop attention against the node's own features, several heads";
  }

  @Override
  public Recipe<Settings> recipe(String dataSet) {
    return new Recipe<>(
        new Settings(3, 1, 64, 0.2, 0.4, 0.5),
        TrainingConfig.adam(300, 0.01, 1e-3, new StoppingRule.Accuracy(60)),
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
    int width = inputs.width(0);
    int hidden = settings.hidden();
    List<Head> heads = new ArrayList<>();
    for (int head = 0; head < settings.heads(); head++) {
      String name = "head" + head;
      List<FeedForward> encoders = new ArrayList<>();
      for (int hop = 0; hop < inputs.count(); hop++) {
        encoders.add(
            FeedForward.create(
                store,
                name + ".hop" + hop,
                new int[] {width, hidden, hidden},
                true,
                settings.dropout()));
      }
      var start = new Initialiser.GlorotUniform(Math.sqrt(2));
      heads.add(
          new Head(
              encoders,
              store.create(name + ".hop", 1, hidden, start),
              store.create(name + ".own", 1, hidden, start)));
    }
    return new Network(
        settings,
        heads,
        Linear.create(store, "residual", width, hidden),
        FeedForward.create(
            store, "output", new int[] {hidden, hidden, outputs}, true, settings.dropout()));
  }

  /// One attention: a network per hop, and the two halves of the score.
  record Head(List<FeedForward> encoders, Parameter hopPart, Parameter ownPart) {
    Tensor combine(List<Tensor> hops, Phase phase, double attentionDropout) {
      List<Tensor> encoded = new ArrayList<>();
      for (int l = 0; l < hops.size(); l++) {
        encoded.add(encoders.get(l).apply(hops.get(l), phase));
      }
      return attend(encoded, hopPart, ownPart, phase, attentionDropout);
    }

    List<Parameter> parameters() {
      List<Parameter> all = new ArrayList<>();
      encoders.forEach(encoder -> all.addAll(encoder.parameters()));
      all.add(hopPart);
      all.add(ownPart);
      return all;
    }
  }

  /// `Σ_l drop(softmax_l(LeakyReLU(aᵀh_l + bᵀh_0)))·h_l`.
  static Tensor attend(
      List<Tensor> hops,
      Parameter hopPart,
      Parameter ownPart,
      Phase phase,
      double attentionDropout) {
    Tape tape = hops.getFirst().tape();
    Tensor own = RowDot.of(hops.getFirst(), tape.parameter(ownPart));
    List<Tensor> scores = new ArrayList<>();
    for (Tensor hop : hops) {
      Tensor score = Add.of(RowDot.of(hop, tape.parameter(hopPart)), own);
      scores.add(LeakyRelu.of(score, SLOPE));
    }
    Tensor weights = Softmax.of(Concat.of(scores));
    return WeightedSum.of(hops, Dropout.of(weights, attentionDropout, phase));
  }

  private record Network(Settings settings, List<Head> heads, Linear residual, FeedForward output)
      implements Model<HopInputs> {
    @Override
    public List<ParameterGroup> groups(double learningRate, double weightDecay) {
      List<Parameter> all = new ArrayList<>();
      heads.forEach(head -> all.addAll(head.parameters()));
      all.addAll(residual.parameters());
      all.addAll(output.parameters());
      return List.of(new ParameterGroup("all", all, learningRate, weightDecay));
    }

    @Override
    public Tensor logits(Tape tape, HopInputs inputs, int[] nodes, Phase phase) {
      List<Tensor> hops = new ArrayList<>();
      for (int l = 0; l < inputs.count(); l++) {
        hops.add(Dropout.of(inputs.rows(tape, l, nodes), settings.inputDropout(), phase));
      }
      Tensor sum = null;
      for (Head head : heads) {
        Tensor one = head.combine(hops, phase, settings.attentionDropout());
        sum = sum == null ? one : Add.of(sum, one);
      }
      Tensor mean = Scale.of(sum, 1.0 / heads.size());
      return output.apply(Add.of(mean, residual.apply(hops.getFirst())), phase);
    }
  }
}
