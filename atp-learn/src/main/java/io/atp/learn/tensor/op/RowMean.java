package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `y_i = Σ_j X_ij / c`, an n × 1; `dX_ij = dy_i / c`.
public record RowMean(Tensor x) implements Op {
  public RowMean {
    Shapes.notEmpty("a mean", x);
  }

  public static Tensor of(Tensor x) {
    return x.tape().apply(new RowMean(x));
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int columns() {
    return 1;
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
        in.columns(),
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            out.set(row, 0, (float) (RowTotals.of(in, row) / in.columns()));
          }
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    float share = 1f / x.columns();
    x.contribute((dX, add) -> RowTotals.spread(row -> dOut.get(row, 0) * share, dX, add, engine));
  }
}
