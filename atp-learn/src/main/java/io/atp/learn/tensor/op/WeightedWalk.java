package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.List;

/// `Z = Σ_{k=0..K} D_k Y_k` with `Y_0 = H` and `Y_k = λ Y_{k−1} + (1−λ) M_k Y_{k−1}`; backwards
/// `G_K = D_K dZ`, `G_{k−1} = D_{k−1} dZ + λ G_k + (1−λ) M_kᵀ G_k`, `dH = G_0`.
///
/// D_k is diagonal: what the state after k hops weighs in each row, 0 where a node stopped before.
/// M_k is the operator without the entries that the dropout of hop k leaves out. Three matrices are
/// alive however many hops there are.
///
/// @param lazyShare λ
/// @param masks one for each of the K hops
public record WeightedWalk(
    SparsePair operator, Tensor h, HopWeight weight, double lazyShare, List<SparseDropout> masks)
    implements Op {
  /// The diagonals.
  @FunctionalInterface
  public interface HopWeight {
    double of(int hop, int row);
  }

  public WeightedWalk {
    Require.that(
        operator.plain().rows() == h.rows() && operator.plain().columns() == h.rows(),
        "cannot propagate %s over %d nodes",
        h.value().shape(),
        operator.plain().rows());
    Require.share("lazyShare", lazyShare);
    masks = List.copyOf(masks);
  }

  /// @param dropout on the entries of M, with a fresh mask for each hop
  public static Tensor of(
      SparsePair operator,
      Tensor h,
      int hops,
      HopWeight weight,
      double lazyShare,
      double dropout,
      Phase phase) {
    List<SparseDropout> masks = SparseDropout.of(dropout, hops, phase);
    return h.tape().apply(new WeightedWalk(operator, h, weight, lazyShare, masks));
  }

  @Override
  public int rows() {
    return h.rows();
  }

  @Override
  public int columns() {
    return h.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(h);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix now = engine.pool().take(rows(), columns());
    Matrix next = engine.pool().take(rows(), columns());
    now.copyFrom(h.value());
    take(0, now, out, false, engine);
    for (int hop = 1; hop <= masks.size(); hop++) {
      boolean lazy = lazyShare > 0;
      if (lazy) {
        RowScaling.write(now, (float) lazyShare, next, false, engine);
      }
      var m = operator.with(masks.get(hop - 1)).plain();
      SparseProduct.run((float) (1 - lazyShare), m, now, next, lazy, engine);
      take(hop, next, out, true, engine);
      Matrix swap = now;
      now = next;
      next = swap;
    }
    engine.pool().give(now);
    engine.pool().give(next);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix now = engine.pool().take(rows(), columns());
    Matrix next = engine.pool().take(rows(), columns());
    take(masks.size(), dOut, now, false, engine);
    for (int hop = masks.size(); hop > 0; hop--) {
      take(hop - 1, dOut, next, false, engine);
      if (lazyShare > 0) {
        RowScaling.write(now, (float) lazyShare, next, true, engine);
      }
      var m = operator.with(masks.get(hop - 1)).transposed();
      SparseProduct.run((float) (1 - lazyShare), m, now, next, true, engine);
      Matrix swap = now;
      now = next;
      next = swap;
    }
    Matrix first = now;
    h.contribute((dH, add) -> RowScaling.write(first, 1, dH, add, engine));
    engine.pool().give(now);
    engine.pool().give(next);
  }

  /// `to = D_hop · from`, or `to += D_hop · from`.
  private void take(int hop, Matrix from, Matrix to, boolean add, Engine engine) {
    RowScaling.write(from, (int row) -> (float) weight.of(hop, row), to, add, engine);
  }
}
