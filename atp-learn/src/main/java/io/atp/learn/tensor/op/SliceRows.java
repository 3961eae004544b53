package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y` = rows `[from, to)` of X; dX is dY there and 0 elsewhere.
public record SliceRows(Tensor x, int from, int to) implements Op {
  public SliceRows {
    Require.that(
        from >= 0 && from <= to && to <= x.rows(),
        "rows [%d, %d) do not lie in %s",
        from,
        to,
        x.value().shape());
  }

  public static Tensor of(Tensor x, int from, int to) {
    return x.tape().apply(new SliceRows(x, from, to));
  }

  @Override
  public int rows() {
    return to - from;
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
    Gradients.pass(x.value().rows(from, to), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    if (x.wantsGradient()) {
      Gradients.pass(dOut, x.gradient().rows(from, to), true, engine);
    }
  }
}
