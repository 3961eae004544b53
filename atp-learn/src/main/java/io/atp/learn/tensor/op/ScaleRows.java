package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y_i = f_i · X_i` with constant f; `dX_i = f_i · dY_i`.
public record ScaleRows(Tensor x, float[] factors) implements Op {
  public ScaleRows {
    Shapes.length("row factors", factors.length, x.rows());
  }

  public static Tensor of(Tensor x, float[] factors) {
    return x.tape().apply(new ScaleRows(x, factors));
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
    RowScaling.write(x.value(), row -> factors[row], out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> RowScaling.write(dOut, row -> factors[row], dX, add, engine));
  }
}
