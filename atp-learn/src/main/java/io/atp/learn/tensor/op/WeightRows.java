package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y_i = w_i · X_i` with w of n × 1; `dX_i = w_i · dY_i`, `dw_i = X_i · dY_i`.
public record WeightRows(Tensor x, Tensor weights) implements Op {
  public WeightRows {
    Shapes.be("row weights", weights, x.rows(), 1);
  }

  public static Tensor of(Tensor x, Tensor weights) {
    return x.tape().apply(new WeightRows(x, weights));
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
    return List.of(x, weights);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix w = weights.value();
    RowScaling.write(x.value(), row -> w.get(row, 0), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix w = weights.value();
    x.contribute((dX, add) -> RowScaling.write(dOut, row -> w.get(row, 0), dX, add, engine));
    weights.contribute((dW, add) -> RowDots.write(x.value(), dOut, dW, 0, add, engine));
  }
}
