package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y_ij = X_ij − log Σ_k e^(X_ik)`; `dX_i = dY_i − e^(Y_i) · Σ_j dY_ij`.
public record LogSoftmax(Tensor x) implements Op {
  public LogSoftmax {
    Shapes.notEmpty("a log-softmax", x);
  }

  public static Tensor of(Tensor x) {
    return x.tape().apply(new LogSoftmax(x));
  }

  @Override
  public int rows() {
    return x.rows();
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
    Matrix in = x.value();
    RowLoop.run(
        rows(),
        columns(),
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            long at = in.at(row);
            Kernels.elements().logSoftmaxRow(out.data(), at, in.data(), at, columns());
          }
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Gradients.overwrite(
        x,
        engine,
        dX ->
            RowLoop.run(
                rows(),
                columns(),
                engine.workers(),
                (from, to) -> {
                  long at = out.at(from);
                  Kernels.elements().exp(dX.data(), at, out.data(), at, (to - from) * columns());
                  for (int row = from; row < to; row++) {
                    gradient(dOut, dX, row);
                  }
                }));
  }

  /// @param dX holds `e^Y` before and the gradient after
  private static void gradient(Matrix dY, Matrix dX, int row) {
    long rowAt = dX.at(row);
    float total = (float) RowTotals.of(dY, row);
    for (int j = 0; j < dX.columns(); j++) {
      long at = rowAt + (long) j * Float.BYTES;
      Floats.set(dX.data(), at, Floats.get(dY.data(), at) - Floats.get(dX.data(), at) * total);
    }
  }
}
