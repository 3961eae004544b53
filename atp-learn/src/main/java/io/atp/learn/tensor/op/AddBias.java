package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// `Y_i = X_i + b` for every row i; `dX = dY`, `db = Σ_i dY_i`.
public record AddBias(Tensor x, Tensor bias) implements Op {
  public AddBias {
    Require.that(
        bias.rows() == 1 && bias.columns() == x.columns(),
        "a bias for %s is 1 × %d, got %s",
        x.value().shape(),
        x.columns(),
        bias.value().shape());
  }

  public static Tensor of(Tensor x, Tensor bias) {
    return x.tape().apply(new AddBias(x, bias));
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
    return List.of(x, bias);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    RowKernels kernels = Kernels.active();
    Matrix in = x.value();
    RowLoop.run(
        rows(),
        columns(),
        engine.workers(),
        (from, to) -> {
          MemorySegment.copy(in.data(), in.at(from), out.data(), in.at(from), in.at(to - from));
          for (int row = from; row < to; row++) {
            kernels.addScaled(out.data(), out.at(row), bias.value().data(), 0, columns(), 1);
          }
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    x.contribute((dX, add) -> Gradients.pass(dOut, dX, add, engine));
    if (bias.wantsGradient()) {
      RowSums.add(dOut, bias.gradient(), engine);
    }
  }
}
