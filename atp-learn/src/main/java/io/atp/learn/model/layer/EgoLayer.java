package io.atp.learn.model.layer;

import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Elu;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.SliceColumns;
import io.atp.learn.tensor.op.SparseMatMul;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.List;

/// A layer of ShaDow on the subgraphs of a batch, norm standardising each row:
/// - GCN: `norm(act(M·H·W + b))`;
/// - SAGE: `norm(act(H·W_s + b_s)) + norm(act(M·H·W_n + b_n))`.
///
/// @param branches W, or W_s and W_n
public record EgoLayer(
    Kind kind, Activation activation, List<Linear> branches, List<RowNormLayer> norms) {
  private static final double EPSILON = 1e-9;

  /// What a node makes of itself.
  public enum Kind {
    /// M with loops.
    GCN,
    /// M without loops, and weights for the node itself.
    SAGE
  }

  /// act.
  public enum Activation {
    RELU,
    ELU;

    public Tensor of(Tensor x) {
      return switch (this) {
        case RELU -> Relu.of(x);
        case ELU -> Elu.of(x);
      };
    }
  }

  public static EgoLayer create(
      ParameterStore store, String name, Kind kind, Activation activation, int in, int out) {
    List<Linear> branches = new ArrayList<>();
    List<RowNormLayer> norms = new ArrayList<>();
    for (String branch : kind == Kind.GCN ? List.of("all") : List.of("self", "neighbour")) {
      branches.add(Linear.create(store, name + "." + branch, in, out));
      norms.add(RowNormLayer.create(store, name + "." + branch + ".norm", out, EPSILON));
    }
    return new EgoLayer(kind, activation, branches, norms);
  }

  /// All weights side by side: what H is multiplied with before [#apply].
  public Tensor weight(Tape tape) {
    return branches.size() == 1
        ? tape.parameter(branches.getFirst().weight())
        : Concat.of(branches.stream().map(branch -> tape.parameter(branch.weight())).toList());
  }

  /// @param product of H and [#weight]
  public Tensor apply(SparsePair operator, Tensor product) {
    if (kind == Kind.GCN) {
      return branch(0, SparseMatMul.of(operator, product));
    }
    int half = product.columns() / 2;
    Tensor own = SliceColumns.of(product, 0, half);
    Tensor neighbours = SparseMatMul.of(operator, SliceColumns.of(product, half, 2 * half));
    return Add.of(branch(0, own), branch(1, neighbours));
  }

  private Tensor branch(int index, Tensor product) {
    return norms.get(index).apply(activation.of(branches.get(index).plusBias(product)));
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    branches.forEach(branch -> all.addAll(branch.parameters()));
    norms.forEach(norm -> all.addAll(norm.parameters()));
    return all;
  }
}
