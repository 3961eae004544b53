package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `y_j = Σ_i X_ij`, a 1 × c; `dX_ij = dy_j`.
public record ColumnSum(Tensor x) implements Op {
  public static Tensor of(Tensor x) {
    return x.tape().apply(new ColumnSum(x));
  }

  @Override
  public int rows() {
    return 1;
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
    out.fill(0);
    RowSums.add(x.value(), out, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> RowScaling.write(dOut, _ -> 1, dX, add, engine));
  }
}
