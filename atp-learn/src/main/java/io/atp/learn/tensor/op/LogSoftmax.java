package io.atp.learn.tensor.op;

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
            long rowAt = in.at(row);
            double normaliser = Exponentials.logSumExp(in.data(), rowAt, columns());
            for (int j = 0; j < columns(); j++) {
              long at = rowAt + (long) j * Float.BYTES;
              Floats.set(out.data(), at, (float) (Floats.get(in.data(), at) - normaliser));
            }
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
                  for (int row = from; row < to; row++) {
                    gradient(out, dOut, dX, row);
                  }
                }));
  }

  private static void gradient(Matrix y, Matrix dY, Matrix dX, int row) {
    long rowAt = y.at(row);
    float common = (float) RowTotals.of(dY, row);
    // The softmax of a log-softmax is the softmax of what it came from.
    Exponentials.softmax(y.data(), rowAt, dX.data(), rowAt, y.columns());
    for (int j = 0; j < y.columns(); j++) {
      long at = rowAt + (long) j * Float.BYTES;
      Floats.set(dX.data(), at, Floats.get(dY.data(), at) - Floats.get(dX.data(), at) * common);
    }
  }
}
