package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// `Y_ij = X_ij · s_j` with s of 1 × c; `dX_ij = dY_ij · s_j`, `ds_j = Σ_i X_ij · dY_ij`.
public record ScaleColumns(Tensor x, Tensor scale) implements Op {
  public ScaleColumns {
    Shapes.be("column scale", scale, 1, x.columns());
  }

  public static Tensor of(Tensor x, Tensor scale) {
    return x.tape().apply(new ScaleColumns(x, scale));
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int columns() {
    return x.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x, scale);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    write(x.value(), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> write(dOut, dX, add, engine));
    if (scale.wantsGradient()) {
      ColumnSums.addTo(scale.gradient(), ColumnSums.ofProducts(x.value(), dOut, engine));
    }
  }

  private void write(Matrix in, Matrix out, boolean add, Engine engine) {
    MemorySegment factors = scale.value().data();
    int columns = columns();
    RowLoop.run(
        rows(),
        columns,
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            long rowAt = in.at(row);
            for (int j = 0; j < columns; j++) {
              long offset = (long) j * Float.BYTES;
              float value = Floats.get(in.data(), rowAt + offset) * Floats.get(factors, offset);
              Floats.put(out.data(), rowAt + offset, value, add);
            }
          }
        });
  }
}
