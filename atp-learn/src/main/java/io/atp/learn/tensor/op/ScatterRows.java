package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y_r = Σ_{k : rows[k] = r} X_k`, a row nobody sends to being 0; `dX_k = dY_{rows[k]}`.
public record ScatterRows(Tensor x, int[] to, int rows) implements Op {
  public ScatterRows {
    Shapes.length("target rows", to.length, x.rows());
    Require.atLeast("rows", rows, 0);
    Shapes.indices("target row", to, rows);
  }

  /// @param to for each row of x the row it goes to; kept, not copied
  /// @param rows of the result
  public static Tensor of(Tensor x, int[] to, int rows) {
    return x.tape().apply(new ScatterRows(x, to, rows));
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
    RowMoves.scatter(x.value(), to, out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> RowMoves.gather(dOut, to, dX, add, engine));
  }
}
