package io.atp.learn.tensor.op;

import io.atp.core.kernel.WeightedRows;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.List;

/// `Y_ic = max_{j ∈ N(i)} X_jc`, and 0 where N(i) is empty; dY_ic is shared equally among those who
/// attain the maximum.
///
/// Nothing is kept per arc: who attains it is asked again on the way back.
///
/// @param neighbours row i lists N(i); its weights play no part
public record NeighbourMax(SparsePair neighbours, Tensor x) implements Op {
  public NeighbourMax {
    Require.that(
        neighbours.plain().columns() == x.rows(),
        "neighbours among %d nodes do not fit %s",
        neighbours.plain().columns(),
        x.value().shape());
  }

  public static Tensor of(SparsePair neighbours, Tensor x) {
    return x.tape().apply(new NeighbourMax(neighbours, x));
  }

  @Override
  public int rows() {
    return neighbours.plain().rows();
  }

  @Override
  public int columns() {
    return x.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    new SparseLoop(neighbours.plain(), columns())
        .run(engine, (_, row, list) -> largest(row, list, out));
  }

  private void largest(int row, WeightedRows list, Matrix out) {
    Matrix in = x.value();
    for (int c = 0; c < columns(); c++) {
      out.set(row, c, list.count() == 0 ? 0 : Float.NEGATIVE_INFINITY);
    }
    for (int k = 0; k < list.count(); k++) {
      int j = list.rows()[k];
      for (int c = 0; c < columns(); c++) {
        out.set(row, c, Math.max(out.get(row, c), in.get(j, c)));
      }
    }
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    if (!x.wantsGradient()) {
      return;
    }
    Matrix shares = engine.pool().zeros(rows(), columns());
    new SparseLoop(neighbours.plain(), columns())
        .run(engine, (_, row, list) -> share(row, list, out, dOut, shares));
    Matrix dX = x.gradient();
    new SparseLoop(neighbours.transposed(), columns())
        .run(engine, (_, row, list) -> gather(row, list, out, shares, dX));
    engine.pool().give(shares);
  }

  /// First how many attain each maximum, then what each of them gets.
  private void share(int row, WeightedRows list, Matrix out, Matrix dOut, Matrix shares) {
    Matrix in = x.value();
    for (int k = 0; k < list.count(); k++) {
      int j = list.rows()[k];
      for (int c = 0; c < columns(); c++) {
        if (in.get(j, c) == out.get(row, c)) {
          shares.set(row, c, shares.get(row, c) + 1);
        }
      }
    }
    for (int c = 0; c < columns() && list.count() > 0; c++) {
      shares.set(row, c, dOut.get(row, c) / shares.get(row, c));
    }
  }

  /// What the row gets from all those who listen to it.
  private void gather(int row, WeightedRows list, Matrix out, Matrix shares, Matrix dX) {
    Matrix in = x.value();
    for (int k = 0; k < list.count(); k++) {
      int i = list.rows()[k];
      for (int c = 0; c < columns(); c++) {
        if (in.get(row, c) == out.get(i, c)) {
          dX.set(row, c, dX.get(row, c) + shares.get(i, c));
        }
      }
    }
  }
}
