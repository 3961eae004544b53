package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseRows;

/// `Y_i = Σ_j w_ij X_{c_ij}` with constant weights, each row its own short list; `dX_c = Σ w_ij
/// dY_i` over the entries that point at c.
///
/// How PPRGo and GRAND+ mix the outputs of a node's most important others.
public final class RowMix {
  private RowMix() {}

  public static Tensor of(SparseRows rows, Tensor x) {
    return SparseMatMul.of(rows, x);
  }
}
