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
    OperatorPair neighbours,
    Tensor receiver,
    Tensor sender,
    Tensor values,
    float slope,
    SparseDropout dropout)
    implements Op {
  /// Columns per head of what is remembered of a receiving node: largest score, 1 / Σ exp, c.
  private static final int FACTS = 3;

  public GatherAttention {
    int nodes = neighbours.nodeCount();
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
      OperatorPair neighbours,
      Tensor receiver,
      Tensor sender,
      Tensor values,
      double slope,
      SparseDropout dropout) {
    return values
        .tape()
        .apply(new GatherAttention(neighbours, receiver, sender, values, (float) slope, dropout));
  }

  private int heads() {
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
    AttentionHeads v = AttentionHeads.of(values.value(), heads());
    AttentionHeads y = AttentionHeads.of(out, heads());
    new SparseLoop(neighbours.plain(), columns())
        .run(
            engine,
            (_, row, list) -> {
              for (int head = 0; head < heads(); head++) {
                score(row, head, list);
                double sum = AttentionRow.exponentials(list, AttentionRow.largest(list));
                AttentionRow.drop(list, row, head, dropout);
                list.scale((float) (dropout.scale() / sum));
                kernels.gather(v.sources()[head], list, out.data(), y.at(row, head), false);
              }
            });
  }

  private void score(int row, int head, WeightedRows list) {
    float s = receiver.value().get(row, head);
    Matrix t = sender.value();
    for (int k = 0; k < list.count(); k++) {
      list.weights()[k] = AttentionRow.leaky(s + t.get(list.rows()[k], head), slope);
    }
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix facts = engine.pool().take(rows(), FACTS * heads());
    walkReceivers(out, dOut, facts, engine);
    if (sender.wantsGradient() || values.wantsGradient()) {
      walkSenders(dOut, facts, engine);
    }
    engine.pool().give(facts);
  }

  /// Row by row of those who listen: ds, and the facts that the walk over senders needs.
  private void walkReceivers(Matrix out, Matrix dOut, Matrix facts, Engine engine) {
    RowKernels kernels = Kernels.active();
    AttentionHeads v = AttentionHeads.of(values.value(), heads());
    AttentionHeads y = AttentionHeads.of(out, heads());
    SparseLoop loop = new SparseLoop(neighbours.plain(), columns());
    Matrix sums = engine.pool().take(loop.chunkCount(), v.width());
    Matrix ds = receiver.wantsGradient() ? receiver.gradient() : null;
    loop.run(
        engine,
        (chunk, row, list) -> {
          for (int head = 0; head < heads(); head++) {
            score(row, head, list);
            float largest = AttentionRow.largest(list);
            double inverse = 1 / AttentionRow.exponentials(list, largest);
            long at = y.at(row, head);
            float c = kernels.dot(dOut.data(), at, out.data(), at, v.width());
            facts.set(row, FACTS * head, largest);
            facts.set(row, FACTS * head + 1, (float) inverse);
            facts.set(row, FACTS * head + 2, c);
            if (ds != null) {
              double slopes = slopes(row, head, list);
              AttentionRow.drop(list, row, head, dropout);
              list.scale((float) (dropout.scale() * inverse));
              kernels.gather(v.sources()[head], list, sums.data(), sums.at(chunk), false);
              float dot = kernels.dot(dOut.data(), at, sums.data(), sums.at(chunk), v.width());
              ds.set(row, head, (float) (ds.get(row, head) + dot - c * slopes * inverse));
            }
          }
        });
    engine.pool().give(sums);
  }

  /// Multiplies each weight by λ and returns their sum.
  private double slopes(int row, int head, WeightedRows list) {
    float s = receiver.value().get(row, head);
    double sum = 0;
    for (int k = 0; k < list.count(); k++) {
      if (s + sender.value().get(list.rows()[k], head) <= 0) {
        list.weights()[k] *= slope;
      }
      sum += list.weights()[k];
    }
    return sum;
  }

  /// Row by row of those who are listened to: dV and dt.
  private void walkSenders(Matrix dOut, Matrix facts, Engine engine) {
    RowKernels kernels = Kernels.active();
    AttentionHeads v = AttentionHeads.of(values.value(), heads());
    AttentionHeads dY = AttentionHeads.of(dOut, heads());
    SparseLoop loop = new SparseLoop(neighbours.transposed(), columns());
    Matrix sums = engine.pool().take(loop.chunkCount(), v.width());
    Matrix dt = sender.wantsGradient() ? sender.gradient() : null;
    Matrix dV = values.wantsGradient() ? values.gradient() : null;
    loop.run(
        engine,
        (chunk, row, list) -> {
          for (int head = 0; head < heads(); head++) {
            long at = v.at(row, head);
            double own = coefficients(row, head, list, facts);
            list.scale(dropout.scale());
            if (dV != null) {
              kernels.gather(dY.sources()[head], list, dV.data(), at, true);
            }
            if (dt != null) {
              takeSlopes(row, head, list);
              kernels.gather(dY.sources()[head], list, sums.data(), sums.at(chunk), false);
              float dot =
                  kernels.dot(values.value().data(), at, sums.data(), sums.at(chunk), v.width());
              dt.set(row, head, (float) (dt.get(row, head) + dot - own));
            }
          }
        });
    engine.pool().give(sums);
  }

  /// The weights of row j become δ_ij α_ij of its receivers i, but for the scale of δ; returns Σ_i
  /// λ_ij α_ij c_i.
  private double coefficients(int row, int head, WeightedRows list, Matrix facts) {
    float t = sender.value().get(row, head);
    double own = 0;
    for (int k = 0; k < list.count(); k++) {
      int i = list.rows()[k];
      float sum = receiver.value().get(i, head) + t;
      float lambda = sum > 0 ? 1 : slope;
      double alpha =
          Exponential.of(sum * lambda - facts.get(i, FACTS * head))
              * facts.get(i, FACTS * head + 1);
      own += lambda * alpha * facts.get(i, FACTS * head + 2);
      list.weights()[k] = dropout.keeps(i, row, head) ? (float) alpha : 0;
    }
    return own;
  }

  /// Multiplies each weight of row j by λ_ij.
  private void takeSlopes(int row, int head, WeightedRows list) {
    float t = sender.value().get(row, head);
    for (int k = 0; k < list.count(); k++) {
      if (receiver.value().get(list.rows()[k], head) + t <= 0) {
        list.weights()[k] *= slope;
      }
    }
  }
}
