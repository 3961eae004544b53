package io.atp.learn.model.layer;

import io.atp.core.runtime.Require;
import io.atp.learn.model.layer.AttentionLayer.Shape;
import io.atp.learn.tensor.Parameter;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tape;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.init.Initialiser;
import io.atp.learn.tensor.op.Add;
import io.atp.learn.tensor.op.Concat;
import io.atp.learn.tensor.op.Elu;
import io.atp.learn.tensor.op.Relu;
import io.atp.learn.tensor.op.SliceColumns;
import io.atp.learn.tensor.op.SparseMatMul;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A layer of ShaDow on the subgraphs of a batch, norm standardising each row:
/// - GCN: `norm(act(M·H·W + b))`;
/// - SAGE: `norm(act(H·W_s + b_s)) + norm(act(M·H·W_n + b_n))`;
/// - GAT: the same with `‖_h α^h·H·W_n^h` in place of M·H·W_n, α^h the [StaticAttention] of each of
///   four heads h over a node and its neighbours.
///
/// @param branches W, or W_s and W_n
/// @param attention of GAT, on W_n
public record EgoLayer(
    Kind kind,
    Activation activation,
    List<Linear> branches,
    List<RowNormLayer> norms,
    Optional<StaticAttention> attention) {
  /// Of GAT. They share the columns of a layer.
  public static final int HEADS = 4;

  private static final double EPSILON = 1e-9;

  /// What a node makes of itself.
  public enum Kind {
    /// M with loops.
    GCN,
    /// M without loops, and weights for the node itself.
    SAGE,
    /// Attention with loops, and weights for the node itself; of M who listens to whom.
    GAT
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
    Optional<StaticAttention> attention = Optional.empty();
    for (String part : kind == Kind.GCN ? List.of("all") : List.of("self", "neighbour")) {
      String branch = name + "." + part;
      if (kind == Kind.GAT && part.equals("neighbour")) {
        attention = Optional.of(StaticAttention.create(store, branch, heads(in, out)));
        Parameter bias = store.create(branch + ".bias", 1, out, new Initialiser.Constant(0));
        branches.add(new Linear(attention.get().weight(), Optional.of(bias)));
      } else {
        branches.add(Linear.create(store, branch, in, out));
      }
      norms.add(RowNormLayer.create(store, branch + ".norm", out, EPSILON));
    }
    return new EgoLayer(kind, activation, branches, norms, attention);
  }

  /// A layer's input is dropped before it is multiplied, and nothing else.
  private static Shape heads(int in, int out) {
    Require.that(out % HEADS == 0, "%d heads share the columns of a layer, got %d", HEADS, out);
    return new Shape(in, HEADS, out / HEADS, true, 0, false);
  }

  /// All weights side by side: what H is multiplied with before [#apply].
  public Tensor weight(Tape tape) {
    return branches.size() == 1
        ? tape.parameter(branches.getFirst().weight())
        : Concat.of(branches.stream().map(branch -> tape.parameter(branch.weight())).toList());
  }

  /// @param operator M, with loops or without; for attention its entries are all alike
  /// @param product of H and [#weight]
  public Tensor apply(SparsePair operator, Tensor product) {
    if (kind == Kind.GCN) {
      return branch(0, SparseMatMul.of(operator, product));
    }
    int half = product.columns() / 2;
    Tensor own = SliceColumns.of(product, 0, half);
    Tensor sent = SliceColumns.of(product, half, 2 * half);
    return Add.of(branch(0, own), branch(1, gathered(operator, sent)));
  }

  private Tensor gathered(SparsePair operator, Tensor sent) {
    if (attention.isEmpty()) {
      return SparseMatMul.of(operator, sent);
    }
    StaticAttention scores = attention.get();
    Shape shape = heads(scores.weight().value().rows(), sent.columns());
    return scores.gather(operator, shape, _ -> sent, UnaryOperator.identity(), Phase.judging());
  }

  private Tensor branch(int index, Tensor product) {
    return norms.get(index).apply(activation.of(branches.get(index).plusBias(product)));
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    branches.forEach(branch -> all.addAll(branch.parameters()));
    norms.forEach(norm -> all.addAll(norm.parameters()));
    attention.ifPresent(scores -> all.addAll(scores.scoring()));
    return all;
  }
}
