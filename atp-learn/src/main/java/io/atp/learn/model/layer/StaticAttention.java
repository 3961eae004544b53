package io.atp.learn.model.layer;

import io.atp.learn.model.layer.AttentionLayer.Shape;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.AddBias;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.GatherAttention;
import io.atp.learn.tensor.op.HeadDots;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// GAT: `g = drop(h)·W`, `e_ij = LeakyReLU(a₁·g_i + b₁ + a₂·g_j + b₂)`, `α = softmax_j(e)`, and
/// what is gathered is drop(g_j) by drop(α_ij).
///
/// i receives and j sends. Every receiver ranks its neighbours alike: only `a₂·g_j` tells them
/// apart.
///
/// @param receiver a₁
/// @param sender a₂
public record StaticAttention(
    Parameter weight,
    Parameter receiver,
    Parameter sender,
    Parameter receiverBias,
    Parameter senderBias)
    implements AttentionLayer.Attention {
  static final double SLOPE = 0.2;

  public static StaticAttention create(ParameterStore store, String name, Shape shape) {
    return new StaticAttention(
        HeadParameters.weight(store, name + ".weight", shape),
        HeadParameters.vector(store, name + ".receiver", shape),
        HeadParameters.vector(store, name + ".sender", shape),
        store.create(name + ".receiverBias", 1, shape.heads(), new Initialiser.Constant(0)),
        store.create(name + ".senderBias", 1, shape.heads(), new Initialiser.Constant(0)));
  }

  @Override
  public Tensor gather(
      SparsePair neighbours,
      Shape shape,
      Function<Parameter, Tensor> project,
      UnaryOperator<Tensor> values,
      Phase phase) {
    Tensor g = project.apply(weight);
    return GatherAttention.of(
        neighbours,
        score(g, receiver, receiverBias, shape),
        score(g, sender, senderBias, shape),
        values.apply(Dropout.of(g, shape.dropout(), phase)),
        SLOPE,
        SparseDropout.of(shape.dropout(), phase));
  }

  private static Tensor score(Tensor g, Parameter a, Parameter bias, Shape shape) {
    Tape tape = g.tape();
    return AddBias.of(HeadDots.of(g, tape.parameter(a), shape.heads()), tape.parameter(bias));
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(List.of(weight));
    all.addAll(scoring());
    return all;
  }

  /// All but W.
  List<Parameter> scoring() {
    return List.of(receiver, sender, receiverBias, senderBias);
  }
}
