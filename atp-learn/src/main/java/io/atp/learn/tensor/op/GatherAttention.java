package io.atp.learn.tensor.op;

import io.atp.core.kernel.AttentionKernels;
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

/// Attention as in GAT, over each node i and its neighbours j, for every head h:
///
/// `e_ij = LeakyReLU(s_i + t_j)`, `α_ij = exp(e_ij) / Σ_k exp(e_ik)`, `Y_i = Σ_j δ_ij α_ij V_j`
///
/// with δ the dropout of coefficients. Going back, with `c_i = dY_i · Y_i` and `λ_ij` the slope of
/// LeakyReLU at its argument, `de_ij = α_ij (δ_ij dY_i · V_j − c_i)`, so that
///
/// `ds_i = dY_i · (Σ_j λ_ij δ_ij α_ij V_j) − c_i Σ_j λ_ij α_ij`, `dt_j = V_j · (Σ_i λ_ij δ_ij α_ij
/// dY_i) − Σ_i λ_ij α_ij c_i`, `dV_j = Σ_i δ_ij α_ij dY_i`:
///
/// sums of rows again, and no dot product per arc. Coefficients are computed anew where they are
/// needed; what is kept per node and head are three numbers, while going back.
///
/// @param neighbours whom each node listens to, itself included; its factors play no part
/// @param receiver s, n × heads
/// @param sender t, n × heads
/// @param values V, n × (heads · width), one head after the other, as the result
/// @param slope of LeakyReLU below 0
public record GatherAttention(
    SparsePair neighbours,
    Tensor receiver,
    Tensor sender,
    Tensor values,
    float slope,
    SparseDropout dropout)
    implements Op {
  public GatherAttention {
    int nodes = neighbours.plain().rows();
    Require.that(
        receiver.rows() == nodes && receiver.columns() == sender.columns(),
        "scores of %d nodes do not fit %s and %s",
        nodes,
        receiver.value().shape(),
        sender.value().shape());
    Require.that(sender.rows() == nodes, "%d nodes, scores of %s", nodes, sender.value().shape());
    AttentionHeads.requireDivisible("values", values, nodes, receiver.columns());
  }

  public static Tensor of(
      SparsePair neighbours,
      Tensor receiver,
      Tensor sender,
      Tensor values,
      double slope,
      SparseDropout dropout) {
    return values
        .tape()
        .apply(new GatherAttention(neighbours, receiver, sender, values, (float) slope, dropout));
  }

  int heads() {
    return receiver.columns();
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
    return List.of(receiver, sender, values);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    RowKernels kernels = Kernels.active();
    RowSource v = HeadRow.source(values.value());
    new SparseLoop(neighbours.plain(), columns())
        .run(
            engine,
            heads(),
            (_, row, list, own) -> {
              score(row, list, own);
              own.softmax(list.count());
              own.drop(own.weights().weights(), list, row, dropout);
              own.scaleBySums(dropout.scale());
              kernels.gatherHeads(v, list, own.weights(), out.data(), out.at(row), false);
            });
  }

  /// e_ij of row i.
  void score(int row, WeightedRows list, HeadRow own) {
    read(receiver.value(), row, own.own());
    RowSource t = HeadRow.source(sender.value());
    Kernels.attention().scores(own.own(), t, list, slope, own.weights().weights());
  }

  static void read(Matrix matrix, int row, float[] into) {
    for (int c = 0; c < into.length; c++) {
      into[c] = matrix.get(row, c);
    }
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix facts = engine.pool().take(rows(), AttentionKernels.FACTS * heads());
    new GatherAttentionGradient(this, out, dOut, facts, engine).run();
    engine.pool().give(facts);
  }
}
