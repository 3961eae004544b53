package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `C = A ∘ B`, entry by entry; `dA = dC ∘ B`, `dB = dC ∘ A`.
public record Multiply(Tensor a, Tensor b) implements Op {
  public Multiply {
    Shapes.same("factors", a.value(), b.value());
  }

  public static Tensor of(Tensor a, Tensor b) {
    return a.tape().apply(new Multiply(a, b));
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
    Products.write(a.value(), b.value(), out, false, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    a.contribute((dA, add) -> Products.write(dOut, b.value(), dA, add, engine));
    b.contribute((dB, add) -> Products.write(dOut, a.value(), dB, add, engine));
  }
}
