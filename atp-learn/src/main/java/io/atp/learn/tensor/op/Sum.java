package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `s = Σ_ij X_ij`; `dX_ij = ds`.
public record Sum(Tensor x) implements SingleNumber {
  public static Tensor of(Tensor x) {
    return x.tape().apply(new Sum(x));
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix in = x.value();
    double sum =
        engine
            .workers()
            .sum(
                in.rows(),
                (from, to) -> {
                  double part = 0;
                  for (int row = from; row < to; row++) {
                    part += RowTotals.of(in, row);
                  }
                  return part;
                });
    out.set(0, 0, (float) sum);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    float ds = dOut.get(0, 0);
    x.contribute((dX, add) -> RowTotals.spread(_ -> ds, dX, add, engine));
  }
}
