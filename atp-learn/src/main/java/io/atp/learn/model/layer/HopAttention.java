package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.AddBias;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.LeakyRelu;
import io.atp.learn.tensor.op.Prelu;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.RowDot;
import io.atp.learn.tensor.op.Sigmoid;
import io.atp.learn.tensor.op.Softmax;
import io.atp.learn.tensor.op.WeightedSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `e_l = act(aᵀ[ref_l ‖ h_l] + b)` for every node and hop, `w = softmax_l(e)`.
///
/// The reference is, by variant,
/// - recursive: `ref_0 = h_0`, `ref_l = Σ_{j<l} softmax(e_0 … e_{l−1})_j · h_j`, what the node has
///   gathered so far;
/// - JK: `drop(PReLU(FFN([h_0 ‖ … ‖ h_K])))`, the same for every hop;
/// - smoothing: `h_K`, the smoothest hop at hand. The article takes the limit of the walk.
public record HopAttention(
    Reference reference,
    Activation activation,
    Parameter referencePart,
    Parameter hopPart,
    Parameter bias,
    Optional<ResidualStack> joint,
    Parameter slope,
    double attentionDropout,
    double dropout) {
  /// What a hop is compared with.
  public enum Reference {
    RECURSIVE,
    JK,
    SMOOTHING
  }

  /// What is applied to a score before softmax.
  public enum Activation {
    SIGMOID,
    RELU,
    /// Slope 0.2.
    LEAKY_RELU
  }

  public static HopAttention create(
      ParameterStore store,
      Reference reference,
      Activation activation,
      int width,
      int hops,
      double attentionDropout,
      double dropout) {
    var start = new Initialiser.GlorotUniform(1);
    Optional<ResidualStack> joint =
        reference == Reference.JK
            ? Optional.of(
                ResidualStack.create(store, "reference", hops * width, width, width, 2, dropout))
            : Optional.empty();
    return new HopAttention(
        reference,
        activation,
        store.create("attention.reference", 1, width, start),
        store.create("attention.hop", 1, width, start),
        store.create("attention.bias", 1, 1, new Initialiser.Constant(0)),
        joint,
        store.create("attention.slope", 1, 1, new Initialiser.Constant(0.25)),
        attentionDropout,
        dropout);
  }

  /// n × (K+1) weights.
  public Tensor weights(List<Tensor> hops, Phase phase) {
    return Dropout.of(Softmax.of(scores(hops, phase)), attentionDropout, phase);
  }

  /// n × (K+1) activated scores.
  public Tensor scores(List<Tensor> hops, Phase phase) {
    return switch (reference) {
      case RECURSIVE -> recursive(hops, phase);
      case JK -> {
        Tensor all = joint.orElseThrow().apply(Concat.of(hops), phase);
        Tensor ref = Dropout.of(Prelu.of(all, all.tape().parameter(slope)), dropout, phase);
        yield against(ref, hops);
      }
      case SMOOTHING -> against(hops.getLast(), hops);
    };
  }

  private Tensor recursive(List<Tensor> hops, Phase phase) {
    List<Tensor> scores = new ArrayList<>();
    scores.add(score(hops.getFirst(), hops.getFirst()));
    for (int l = 1; l < hops.size(); l++) {
      Tensor shares = Dropout.of(Softmax.of(Concat.of(scores)), attentionDropout, phase);
      Tensor history = WeightedSum.of(hops.subList(0, l), shares);
      scores.add(score(history, hops.get(l)));
    }
    return Concat.of(scores);
  }

  private Tensor against(Tensor ref, List<Tensor> hops) {
    return Concat.of(hops.stream().map(hop -> score(ref, hop)).toList());
  }

  private Tensor score(Tensor ref, Tensor hop) {
    var tape = hop.tape();
    Tensor sum =
        Add.of(
            RowDot.of(ref, tape.parameter(referencePart)), RowDot.of(hop, tape.parameter(hopPart)));
    Tensor raw = AddBias.of(sum, tape.parameter(bias));
    return switch (activation) {
      case SIGMOID -> Sigmoid.of(raw);
      case RELU -> Relu.of(raw);
      case LEAKY_RELU -> LeakyRelu.of(raw, 0.2f);
    };
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(List.of(referencePart, hopPart, bias));
    joint.ifPresent(
        network -> {
          all.addAll(network.parameters());
          all.add(slope);
        });
    return all;
  }
}
