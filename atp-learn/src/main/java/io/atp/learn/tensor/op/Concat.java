package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y = [X_0 ‖ X_1 ‖ …]`, side by side; `dX_l` is its own columns of dY.
public record Concat(List<Tensor> parts) implements Op {
  public Concat {
    Require.that(!parts.isEmpty(), "a concatenation needs at least one matrix");
    parts = List.copyOf(parts);
    for (Tensor part : parts) {
      Require.that(
          part.rows() == parts.getFirst().rows(),
          "cannot put %s beside %s",
          part.value().shape(),
          parts.getFirst().value().shape());
    }
  }

  public static Tensor of(List<Tensor> parts) {
    return parts.getFirst().tape().apply(new Concat(parts));
  }

  public static Tensor of(Tensor... parts) {
    return of(List.of(parts));
  }

  @Override
  public int rows() {
    return parts.getFirst().rows();
  }

  @Override
  public int columns() {
    return parts.stream().mapToInt(Tensor::columns).reduce(0, Math::addExact);
  }

  @Override
  public List<Tensor> inputs() {
    return parts;
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    int column = 0;
    for (Tensor part : parts) {
      ColumnBlocks.move(part.value(), 0, out, column, part.columns(), false, engine);
      column += part.columns();
    }
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    int column = 0;
    for (Tensor part : parts) {
      int from = column;
      part.contribute(
          (dX, add) -> ColumnBlocks.move(dOut, from, dX, 0, part.columns(), add, engine));
      column += part.columns();
    }
  }
}
