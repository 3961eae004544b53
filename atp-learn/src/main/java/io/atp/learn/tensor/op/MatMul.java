package io.atp.learn.tensor.op;

import io.atp.core.kernel.MatrixProduct;
import io.atp.core.kernel.Orientation;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `C = A · B`; `dA = dC · Bᵀ`, `dB = Aᵀ · dC`.
public record MatMul(Tensor a, Tensor b) implements Op {
  public MatMul {
    Require.that(
        a.columns() == b.rows(), "cannot multiply %s by %s", a.value().shape(), b.value().shape());
  }

  public static Tensor of(Tensor a, Tensor b) {
    return a.tape().apply(new MatMul(a, b));
  }

  @Override
  public int rows() {
    return a.rows();
  }

  @Override
  public int columns() {
    return b.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(a, b);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    product(Orientation.PLAIN, a.columns(), a.value(), b.value(), out, false, engine.workers());
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Workers workers = engine.workers();
    a.contribute(
        (dA, add) ->
            product(Orientation.RIGHT_TRANSPOSED, b.columns(), dOut, b.value(), dA, add, workers));
    b.contribute(
        (dB, add) ->
            product(Orientation.LEFT_TRANSPOSED, a.rows(), a.value(), dOut, dB, add, workers));
  }

  static void product(
      Orientation orientation,
      int inner,
      Matrix a,
      Matrix b,
      Matrix c,
      boolean add,
      Workers workers) {
    MatrixProduct.multiply(
        orientation,
        c.rows(),
        c.columns(),
        inner,
        a.data(),
        0,
        b.data(),
        0,
        c.data(),
        0,
        add,
        workers);
  }
}
