package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import io.atp.learn.tensor.sparse.SparseDropout;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.List;

/// `Y = A X` for a constant sparse A; `dX = Aᵀ dY`.
///
/// A may be sparse features and X the weights of the first layer, or A an operator on rows and X
/// what it spreads ([Propagate], [RowMix]).
public record SparseMatMul(SparsePair a, Tensor x) implements Op {
  public SparseMatMul {
    Require.that(
        a.plain().columns() == x.rows(),
        "cannot multiply sparse %d × %d by %s",
        a.plain().rows(),
        a.plain().columns(),
        x.value().shape());
  }

  public static Tensor of(SparsePair a, Tensor x) {
    return x.tape().apply(new SparseMatMul(a, x));
  }

  /// With dropout on the stored entries of A.
  public static Tensor of(SparsePair a, Tensor x, SparseDropout dropout) {
    return of(a.with(dropout), x);
  }

  @Override
  public int rows() {
    return a.plain().rows();
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
    SparseProduct.run(a.plain(), x.value(), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> SparseProduct.run(a.transposed(), dOut, dX, add, engine));
  }
}
