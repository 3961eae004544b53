package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y_ij = e^(X_ij) / Σ_k e^(X_ik)`; `dX_i = Y_i ∘ (dY_i − Y_i · dY_i)`.
public record Softmax(Tensor x) implements Op {
  public Softmax {
    Shapes.notEmpty("a softmax", x);
  }

  public static Tensor of(Tensor x) {
    return x.tape().apply(new Softmax(x));
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
            Kernels.elements().softmaxRow(out.data(), at, in.data(), at, columns());
          }
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute(
        (dX, add) ->
            RowLoop.run(
                rows(),
                columns(),
                engine.workers(),
                (from, to) -> {
                  for (int row = from; row < to; row++) {
                    gradient(out, dOut, dX, row, add);
                  }
                }));
  }

  private static void gradient(Matrix y, Matrix dY, Matrix dX, int row, boolean add) {
    long rowAt = y.at(row);
    float common = (float) RowTotals.products(y, dY, row);
    for (int j = 0; j < y.columns(); j++) {
      long at = rowAt + (long) j * Float.BYTES;
      float value = Floats.get(y.data(), at) * (Floats.get(dY.data(), at) - common);
      Floats.put(dX.data(), at, value, add);
    }
  }
}
