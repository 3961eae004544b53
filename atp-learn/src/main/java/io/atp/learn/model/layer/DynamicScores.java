package io.atp.learn.model.layer;

import io.atp.learn.model.layer.AttentionLayer.Shape;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.DynamicAttention;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// GATv2: `e_ij = a·LeakyReLU(drop(h_j)·W_l + drop(h_i)·W_r)`, `α = softmax_j(e)`, and what is
/// gathered is `drop(h_j)·W_l` by drop(α_ij).
///
/// a comes after the bend, so that each receiver may rank its neighbours in its own way.
///
/// @param sender W_l
/// @param receiver W_r; the sender's where both share one
public record DynamicScores(Parameter sender, Optional<Parameter> receiver, Parameter a)
    implements AttentionLayer.Attention {
  public static DynamicScores create(
      ParameterStore store, String name, Shape shape, boolean shared) {
    return new DynamicScores(
        HeadParameters.weight(store, name + ".sender", shape),
        shared
            ? Optional.empty()
            : Optional.of(HeadParameters.weight(store, name + ".receiver", shape)),
        HeadParameters.vector(store, name + ".a", shape));
  }

  @Override
  public Tensor gather(
      SparsePair neighbours,
      Shape shape,
      Function<Parameter, Tensor> project,
      UnaryOperator<Tensor> values,
      Phase phase) {
    Tensor sent = project.apply(sender);
    Tensor received = receiver.map(project).orElse(sent);
    return DynamicAttention.of(
        neighbours,
        received,
        sent,
        sent.tape().parameter(a),
        values.apply(sent),
        shape.heads(),
        StaticAttention.SLOPE,
        SparseDropout.of(shape.dropout(), phase));
  }

  @Override
  public List<Parameter> parameters() {
    return receiver.map(r -> List.of(sender, r, a)).orElse(List.of(sender, a));
  }
}
