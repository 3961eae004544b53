package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.WeightedRows;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseDropout;
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
    OperatorPair neighbours,
    Tensor receiver,
    Tensor sender,
    Tensor a,
    Tensor values,
    int heads,
    float slope,
    SparseDropout dropout)
    implements Op {
  public DynamicAttention {
    int nodes = neighbours.nodeCount();
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
      OperatorPair neighbours,
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

  private int scoreWidth() {
    return a.columns() / heads;
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    RowKernels kernels = Kernels.active();
    AttentionHeads v = AttentionHeads.of(values.value(), heads);
    AttentionHeads y = AttentionHeads.of(out, heads);
    float[] weights = a.value().row(0);
    new SparseLoop(neighbours.plain(), columns())
        .run(
            engine,
            (_, row, list) -> {
              float[] own = receiver.value().row(row);
              for (int head = 0; head < heads; head++) {
                score(own, head, weights, list);
                double sum = AttentionRow.exponentials(list, AttentionRow.largest(list));
                AttentionRow.drop(list, row, head, dropout);
                list.scale((float) (dropout.scale() / sum));
                kernels.gather(v.sources()[head], list, out.data(), y.at(row, head), false);
              }
            });
  }

  private void score(float[] own, int head, float[] weights, WeightedRows list) {
    for (int k = 0; k < list.count(); k++) {
      list.weights()[k] = score(own, sender.value(), list.rows()[k], head, weights);
    }
  }

  /// `aᵀ LeakyReLU(own + other_row)` over the columns of a head.
  private float score(float[] own, Matrix other, int row, int head, float[] weights) {
    int from = head * scoreWidth();
    long at = other.at(row);
    double sum = 0;
    for (int c = from; c < from + scoreWidth(); c++) {
      float q = own[c] + Floats.get(other.data(), at + (long) c * Float.BYTES);
      sum += weights[c] * AttentionRow.leaky(q, slope);
    }
    return (float) sum;
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix facts = engine.pool().take(rows(), DynamicAttentionGradient.FACTS * heads);
    new DynamicAttentionGradient(this, out, dOut, facts, engine).run();
    engine.pool().give(facts);
  }

  /// Scores of row i, seen from its receiver.
  void scoreReceiver(float[] own, int head, float[] weights, WeightedRows list) {
    score(own, head, weights, list);
  }

  /// Score of the arc by which `receiverRow` listens to the node whose L is `own`.
  float scoreSender(float[] own, int receiverRow, int head, float[] weights) {
    return score(own, receiver.value(), receiverRow, head, weights);
  }
}
