package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparsePair;

/// `Y = P̃ X`, that is `Y_i = ℓ_i · (ρ_i X_i + Σ_j ρ_j X_j)` over the neighbours j of i; `dX = P̃ᵀ
/// dY`.
///
/// P̃ is symmetric only for r = ½ or equal degrees: going back through P̃ itself would be a silent
/// error.
public final class Propagate {
  private Propagate() {}

  public static Tensor of(SparsePair operator, Tensor x) {
    return SparseMatMul.of(operator, x);
  }

  /// With dropout on the entries of P̃, self-loops included.
  public static Tensor of(SparsePair operator, Tensor x, SparseDropout dropout) {
    return SparseMatMul.of(operator, x, dropout);
  }
}
