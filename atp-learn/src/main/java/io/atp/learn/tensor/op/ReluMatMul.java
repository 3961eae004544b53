package io.atp.learn.tensor.op;

import io.atp.core.kernel.ElementKernels;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.Orientation;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y = max(A · B, 0)`; with D = dY where Y > 0, else 0, `dA = D · Bᵀ`, `dB = Aᵀ · D`.
///
/// [MatMul] and [Relu] without the product in between, which the way back does not ask for: in a
/// deep network half of what is kept.
public record ReluMatMul(Tensor a, Tensor b) implements Op {
  public ReluMatMul {
    Require.that(
        a.columns() == b.rows(), "cannot multiply %s by %s", a.value().shape(), b.value().shape());
  }

  public static Tensor of(Tensor a, Tensor b) {
    return a.tape().apply(new ReluMatMul(a, b));
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
    ElementKernels kernels = Kernels.elements();
    Workers workers = engine.workers();
    MatMul.product(Orientation.PLAIN, a.columns(), a.value(), b.value(), out, false, workers);
    RowLoop.run(
        rows(),
        columns(),
        workers,
        (from, to) -> {
          long at = out.at(from);
          kernels.relu(out.data(), at, out.data(), at, (to - from) * columns());
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Workers workers = engine.workers();
    Matrix d = engine.pool().take(rows(), columns());
    Relu.gradient(out, dOut, d, false, engine);
    a.contribute(
        (dA, add) ->
            MatMul.product(
                Orientation.RIGHT_TRANSPOSED, b.columns(), d, b.value(), dA, add, workers));
    b.contribute(
        (dB, add) ->
            MatMul.product(Orientation.LEFT_TRANSPOSED, a.rows(), a.value(), d, dB, add, workers));
    engine.pool().give(d);
  }
}
