package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `y_i = X_i · A_i`, or `X_i · a` with a of 1 × c that all rows share; `dX_i = dy_i · A_i`, `dA_i
/// = dy_i · X_i` (summed over i if shared).
public record RowDot(Tensor x, Tensor a) implements Op {
  public RowDot {
    Require.that(
        a.columns() == x.columns() && (a.rows() == 1 || a.rows() == x.rows()),
        "rows of %s meet 1 × %d or %s, got %s",
        x.value().shape(),
        x.columns(),
        x.value().shape(),
        a.value().shape());
  }

  public static Tensor of(Tensor x, Tensor a) {
    return x.tape().apply(new RowDot(x, a));
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
    return List.of(x, a);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    RowDots.write(x.value(), a.value(), out, 0, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    RowScaling.Factor dy = row -> dOut.get(row, 0);
    x.contribute((dX, add) -> RowScaling.write(a.value(), dy, dX, add, engine));
    if (a.rows() == x.rows()) {
      a.contribute((dA, add) -> RowScaling.write(x.value(), dy, dA, add, engine));
    } else if (a.wantsGradient()) {
      ColumnSums.addTo(
          a.gradient(),
          ColumnSums.over(
              x.rows(), x.columns(), engine, (row, sums) -> addRow(dOut.get(row, 0), row, sums)));
    }
  }

  private void addRow(double weight, int row, double[] sums) {
    Matrix in = x.value();
    long rowAt = in.at(row);
    for (int j = 0; j < sums.length; j++) {
      sums[j] += weight * Floats.get(in.data(), rowAt + (long) j * Float.BYTES);
    }
  }
}
