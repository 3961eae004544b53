package io.atp.learn.tensor.op;

import io.atp.core.kernel.WeightedRows;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Phase;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparseOperand;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.List;

/// `Z_0 = H`, `Z_{k+1} = (1−α) M_k Z_k + αH`, `Y = Z_K`; backwards `G_K = dY`, `G_k = (1−α) M_kᵀ
/// G_{k+1}`, `dH = α Σ_{k≥1} G_k + G_0`.
///
/// M_k is the operator without the entries that the dropout of step k leaves out. The way back
/// needs no Z_k, and masks are hashes, so however many steps there are, two matrices are alive.
///
/// @param masks one for each of the K steps
public record PersonalisedPropagation(
    SparsePair operator, Tensor h, double restartProbability, List<SparseDropout> masks)
    implements Op {
  public PersonalisedPropagation {
    Require.that(
        operator.plain().rows() == h.rows() && operator.plain().columns() == h.rows(),
        "cannot propagate %s over %d nodes",
        h.value().shape(),
        operator.plain().rows());
    Require.share("restartProbability", restartProbability);
    masks = List.copyOf(masks);
  }

  /// @param dropout on the entries of M, with a fresh mask for each step
  public static Tensor of(
      OperatorPair operator,
      Tensor h,
      double restartProbability,
      int steps,
      double dropout,
      Phase phase) {
    List<SparseDropout> masks = SparseDropout.of(dropout, steps, phase);
    return h.tape().apply(new PersonalisedPropagation(operator, h, restartProbability, masks));
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
    Matrix now = out;
    Matrix other = engine.pool().take(rows(), columns());
    // After an even number of swaps the last step writes `out`.
    if (masks.size() % 2 == 1) {
      now = other;
      other = out;
    }
    now.copyFrom(h.value());
    for (SparseDropout mask : masks) {
      RowScaling.write(h.value(), (float) restartProbability, other, false, engine);
      SparseProduct.run(walk(operator.with(mask).plain()), now, other, true, engine);
      Matrix swap = now;
      now = other;
      other = swap;
    }
    engine.pool().give(other);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix now = engine.pool().take(rows(), columns());
    Matrix other = engine.pool().take(rows(), columns());
    now.copyFrom(dOut);
    for (SparseDropout mask : masks.reversed()) {
      Matrix g = now;
      h.contribute((dH, add) -> RowScaling.write(g, (float) restartProbability, dH, add, engine));
      SparseProduct.run(walk(operator.with(mask).transposed()), now, other, false, engine);
      now = other;
      other = g;
    }
    Matrix last = now;
    h.contribute((dH, add) -> RowScaling.write(last, 1, dH, add, engine));
    engine.pool().give(now);
    engine.pool().give(other);
  }

  private SparseOperand walk(SparseOperand all) {
    return new Scaled(all, (float) (1 - restartProbability));
  }

  /// Every entry times a factor.
  private record Scaled(SparseOperand all, float factor) implements SparseOperand {
    @Override
    public int rows() {
      return all.rows();
    }

    @Override
    public int columns() {
      return all.columns();
    }

    @Override
    public long offset(int row) {
      return all.offset(row);
    }

    @Override
    public void stage(int row, WeightedRows list) {
      all.stage(row, list);
      list.scale(list.scale() * factor);
    }
  }
}
