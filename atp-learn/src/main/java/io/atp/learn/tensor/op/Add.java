package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// `C = A + B`; `dA = dC`, `dB = dC`.
public record Add(Tensor a, Tensor b) implements Op {
  public Add {
    Shapes.same("summands", a.value(), b.value());
  }

  public static Tensor of(Tensor a, Tensor b) {
    return a.tape().apply(new Add(a, b));
  }

  @Override
  public int rows() {
    return a.rows();
  }

  @Override
  public int columns() {
    return a.columns();
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(a, b);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    RowKernels kernels = Kernels.active();
    RowLoop.run(
        rows(),
        columns(),
        engine.workers(),
        (from, to) -> {
          long at = out.at(from);
          int length = (to - from) * columns();
          MemorySegment.copy(a.value().data(), at, out.data(), at, (long) length * Float.BYTES);
          kernels.addScaled(out.data(), at, b.value().data(), at, length, 1);
        });
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    a.contribute((dA, add) -> Gradients.pass(dOut, dA, add, engine));
    b.contribute((dB, add) -> Gradients.pass(dOut, dB, add, engine));
  }
}
