package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y_i = X_i / ‖X_i‖`; `dX_i = (dY_i − Y_i (Y_i · dY_i)) / ‖X_i‖`.
///
/// A row with `‖X_i‖ < 1e-12` has no direction: it becomes 0 and lets no gradient through.
public record NormaliseRows(Tensor x) implements Op {
  private static final double EPSILON = 1e-12;

  public static Tensor of(Tensor x) {
    return x.tape().apply(new NormaliseRows(x));
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
    RowScaling.write(in, row -> inverseNorm(in, row), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix in = x.value();
    x.contribute(
        (dX, add) ->
            RowLoop.run(
                rows(),
                columns(),
                engine.workers(),
                (from, to) -> {
                  for (int row = from; row < to; row++) {
                    gradient(out, dOut, inverseNorm(in, row), dX, row, add);
                  }
                }));
  }

  private static float inverseNorm(Matrix x, int row) {
    double norm = Math.sqrt(RowTotals.squares(x, row, 0));
    return norm < EPSILON ? 0 : (float) (1 / norm);
  }

  private static void gradient(
      Matrix y, Matrix dY, float inverseNorm, Matrix dX, int row, boolean add) {
    float along = (float) RowTotals.products(y, dY, row);
    long rowAt = dX.at(row);
    for (int j = 0; j < y.columns(); j++) {
      float value = (dY.get(row, j) - y.get(row, j) * along) * inverseNorm;
      Floats.put(dX.data(), rowAt + (long) j * Float.BYTES, value, add);
    }
  }
}
