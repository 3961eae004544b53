package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y_k = X_{rows[k]}`; `dX_r = Σ_{k : rows[k] = r} dY_k`.
public record GatherRows(Tensor x, int[] from) implements Op {
  public GatherRows {
    Shapes.indices("gathered row", from, x.rows());
  }

  /// @param rows may name a row more than once; kept, not copied
  public static Tensor of(Tensor x, int[] rows) {
    return x.tape().apply(new GatherRows(x, rows));
  }

  @Override
  public int rows() {
    return from.length;
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
    RowMoves.gather(x.value(), from, out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> RowMoves.scatter(dOut, from, dX, add, engine));
  }
}
