package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseOperand;
import io.atp.learn.tensor.sparse.SparsePair;

/// `Y = M · X · W` for a sparse M, multiplied in the order that takes fewer multiplications: a
/// sampled M has far more columns than rows, and then X is spread first.
public final class SpreadProduct {
  private SpreadProduct() {}

  public static Tensor of(SparsePair m, Tensor x, Tensor weight) {
    return spreadsFirst(m.plain(), weight.rows(), weight.columns())
        ? MatMul.of(SparseMatMul.of(m, x), weight)
        : SparseMatMul.of(m, MatMul.of(x, weight));
  }

  private static boolean spreadsFirst(SparseOperand m, int in, int out) {
    double entries = m.offset(m.rows());
    double product = (double) in * out;
    return entries * in + m.rows() * product < entries * out + m.columns() * product;
  }
}
