package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y = f·W + g·I` for a square W and constant f and g; `dW = f·dY`.
public record NearIdentity(Tensor w, float factor, float identity) implements Op {
  public NearIdentity {
    Require.that(w.rows() == w.columns(), "%s has no identity beside it", w.value().shape());
    Require.finite("factor", factor);
    Require.finite("identity", identity);
  }

  /// @param factor f
  /// @param identity g
  public static Tensor of(Tensor w, double factor, double identity) {
    return w.tape().apply(new NearIdentity(w, (float) factor, (float) identity));
  }

  @Override
  public int rows() {
    return w.rows();
  }

  @Override
  public int columns() {
    return w.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(w);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    RowScaling.write(w.value(), factor, out, false, engine);
    for (int i = 0; i < rows(); i++) {
      out.set(i, i, out.get(i, i) + identity);
    }
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    w.contribute((dW, add) -> RowScaling.write(dOut, factor, dW, add, engine));
  }
}
