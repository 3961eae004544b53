package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Dropout;
import io.atp.learn.tensor.op.MatMul;
import io.atp.learn.tensor.op.NearIdentity;
import io.atp.learn.tensor.op.Propagate;
import io.atp.learn.tensor.op.PropagateWithRestart;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.ReluMatMul;
import io.atp.learn.tensor.op.Scale;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A layer of GCNII in one of its forms; h is the state before it, dropped, and h_0 the first.
///
/// `θXW + (1−θ)X` is computed as `X·(θW + (1−θ)I)`: the small matrix is cheap to mix, the tall one
/// is not.
public record ResidualConvolution(
    Form form,
    List<Parameter> weights,
    Optional<BatchNormLayer> norm,
    double restart,
    double theta,
    double dropout) {
  /// What follows `H_l =`.
  public enum Form {
    /// `ReLU(θUW + (1−θ)U)`, `U = (1−α)Mh + αh_0`: the article.
    ORIGINAL,
    /// `ReLU(θ[Mh ‖ h_0]W + (1−θ)U)`: GCNII*.
    STAR,
    /// `ReLU(BN(M(h + hW) + αh_0 + h_0 V)) + H_{l−1}`: the script for ogbn-arxiv.
    ARXIV,
    /// `ReLU(M((1−θ)(1−α)h + θhW) + (1−θ)αh_0 + θh_0 V)`: the authors' other script for Cora.
    TWO_WEIGHTS
  }

  /// @param restart α
  /// @param theta θ of this layer
  public static ResidualConvolution create(
      ParameterStore store,
      String name,
      Form form,
      int hidden,
      double restart,
      double theta,
      double dropout) {
    List<Parameter> weights = new ArrayList<>();
    Initialiser start =
        form == Form.ARXIV ? new Initialiser.GlorotUniform(1) : new Initialiser.GcnStyle();
    int rows = form == Form.STAR ? 2 * hidden : hidden;
    weights.add(store.create(name + ".weight", rows, hidden, start));
    if (form == Form.ARXIV || form == Form.TWO_WEIGHTS) {
      weights.add(store.create(name + ".first", hidden, hidden, start));
    }
    Optional<BatchNormLayer> norm =
        form == Form.ARXIV
            ? Optional.of(BatchNormLayer.create(store, name + ".norm", hidden))
            : Optional.empty();
    return new ResidualConvolution(form, weights, norm, restart, theta, dropout);
  }

  /// @param operator from rows of the state before to rows of this one, which may be fewer
  /// @param start as many rows as the result has
  public Tensor apply(SparsePair operator, Tensor before, Tensor start, Phase phase) {
    return switch (form) {
      case ORIGINAL ->
          ReluMatMul.of(
              PropagateWithRestart.ofDropped(operator, before, start, restart, dropout, phase),
              nearIdentity(before, 0, theta, 1 - theta));
      case STAR -> {
        Tensor h = Dropout.of(before, dropout, phase);
        Tensor both = Concat.of(Propagate.of(operator, h), start);
        Tensor weight = h.tape().parameter(weights.getFirst());
        Tensor product = Scale.of(MatMul.of(both, weight), theta);
        Tensor rest = Scale.of(mixed(operator, h, start), 1 - theta);
        yield Relu.of(Add.of(product, rest));
      }
      case ARXIV -> {
        Tensor h = Dropout.of(before, dropout, phase);
        Tensor spread = Propagate.of(operator, MatMul.of(h, nearIdentity(h, 0, 1, 1)));
        Tensor first = MatMul.of(start, nearIdentity(h, 1, 1, restart));
        Tensor normed = norm.orElseThrow().apply(Add.of(spread, first), phase);
        yield Add.of(Relu.of(normed), before);
      }
      case TWO_WEIGHTS -> {
        Tensor h = Dropout.of(before, dropout, phase);
        Tensor own = nearIdentity(h, 0, theta, (1 - theta) * (1 - restart));
        Tensor first = nearIdentity(h, 1, theta, (1 - theta) * restart);
        Tensor spread = Propagate.of(operator, MatMul.of(h, own));
        yield Relu.of(Add.of(spread, MatMul.of(start, first)));
      }
    };
  }

  /// U of what was dropped before.
  private Tensor mixed(SparsePair operator, Tensor h, Tensor start) {
    return PropagateWithRestart.of(operator, h, start, restart, SparseDropout.NONE);
  }

  /// `a·W + b·I`.
  private Tensor nearIdentity(Tensor h, int which, double a, double b) {
    return NearIdentity.of(h.tape().parameter(weights.get(which)), a, b);
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(weights);
    norm.ifPresent(layer -> all.addAll(layer.parameters()));
    return all;
  }
}
