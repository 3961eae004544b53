package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y` = columns `[from, to)` of X; dX is dY there and 0 elsewhere.
public record SliceColumns(Tensor x, int from, int to) implements Op {
  public SliceColumns {
    Require.that(
        from >= 0 && from <= to && to <= x.columns(),
        "columns [%d, %d) do not lie in %s",
        from,
        to,
        x.value().shape());
  }

  public static Tensor of(Tensor x, int from, int to) {
    return x.tape().apply(new SliceColumns(x, from, to));
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int columns() {
    return to - from;
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    ColumnBlocks.move(x.value(), from, out, 0, columns(), false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    if (x.wantsGradient()) {
      ColumnBlocks.move(dOut, 0, x.gradient(), from, columns(), true, engine);
    }
  }
}
