package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Tensor;

/// `m = Σ_ij X_ij / (rows · columns)`; `dX_ij = dm / (rows · columns)`. A [Sum], scaled.
public final class Mean {
  private Mean() {}

  public static Tensor of(Tensor x) {
    Shapes.notEmpty("a mean", x);
    return Scale.of(Sum.of(x), 1.0 / x.value().size());
  }
}
