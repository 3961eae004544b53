package io.atp.learn.tensor.op;

import io.atp.core.kernel.AttentionKernels;
import io.atp.core.kernel.HeadKernels.LeakyScores;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.List;

/// Attention as in GATv2, over each node i and its neighbours j, for every head:
///
/// `q_ij = R_i + L_j`, `e_ij = aᵀ LeakyReLU(q_ij)`, `α = softmax_j(e_ij)`, `Y_i = Σ_j δ_ij α_ij
/// V_j`.
///
/// Going back, with `c_i = dY_i · Y_i` and λ the slope of LeakyReLU per column, `de_ij = α_ij (δ_ij
/// dY_i · V_j − c_i)`, `dq_ij = de_ij · a ⊙ λ(q_ij)`, `dR_i = Σ_j dq_ij`, `dL_j = Σ_i dq_ij`, `da =
/// Σ_ij de_ij LeakyReLU(q_ij)`, `dV_j = Σ_i δ_ij α_ij dY_i`.
///
/// The vector inside LeakyReLU lives for one arc only and is computed anew where it is needed.
///
/// @param neighbours whom each node listens to, itself included; its factors play no part
/// @param receiver R, n × (heads · width)
/// @param sender L, of the same shape; the V of the original
/// @param a 1 × (heads · width)
/// @param values V, n rows, any multiple of `heads` columns
public record DynamicAttention(
    SparsePair neighbours,
    Tensor receiver,
    Tensor sender,
    Tensor a,
    Tensor values,
    int heads,
    float slope,
    SparseDropout dropout)
    implements Op {
  public DynamicAttention {
    int nodes = neighbours.plain().rows();
    AttentionHeads.requireDivisible("receivers", receiver, nodes, heads);
    AttentionHeads.requireDivisible("senders", sender, nodes, heads);
    AttentionHeads.requireDivisible("values", values, nodes, heads);
    Require.that(
        sender.columns() == receiver.columns()
            && a.rows() == 1
            && a.columns() == receiver.columns(),
        "receivers, senders and a share their columns, got %s, %s and %s",
        receiver.value().shape(),
        sender.value().shape(),
        a.value().shape());
  }

  public static Tensor of(
      SparsePair neighbours,
      Tensor receiver,
      Tensor sender,
      Tensor a,
      Tensor values,
      int heads,
      double slope,
      SparseDropout dropout) {
    return values
        .tape()
        .apply(
            new DynamicAttention(
                neighbours, receiver, sender, a, values, heads, (float) slope, dropout));
  }

  @Override
  public int rows() {
    return values.rows();
  }

  @Override
  public int columns() {
    return values.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(receiver, sender, a, values);
  }

  LeakyScores scores() {
    return new LeakyScores(a.value().row(0), slope, heads, a.columns() / heads);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    RowKernels kernels = Kernels.active();
    LeakyScores scores = scores();
    RowSource v = HeadRow.source(values.value());
    new SparseLoop(neighbours.plain(), columns())
        .run(
            engine,
            heads,
            (_, row, list, own) -> {
              score(row, scores, list, own);
              own.softmax(list.count());
              own.drop(own.weights().weights(), list, row, dropout);
              own.scaleBySums(dropout.scale());
              kernels.gatherHeads(v, list, own.weights(), out.data(), out.at(row), false);
            });
  }

  /// e_ij of row i.
  void score(int row, LeakyScores scores, WeightedRows list, HeadRow own) {
    Matrix r = receiver.value();
    RowSource l = HeadRow.source(sender.value());
    Kernels.heads().scores(r.data(), r.at(row), l, list, scores, own.weights().weights());
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix facts = engine.pool().take(rows(), AttentionKernels.FACTS * heads);
    new DynamicAttentionGradient(this, out, dOut, facts, engine).run();
    engine.pool().give(facts);
  }
}
