package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `Y = X` where X > 0, else `s · X` with one learned slope s (1 × 1); `dX = dY`, else `s · dY`;
/// `ds = Σ X · dY` over X ≤ 0.
public record Prelu(Tensor x, Tensor slope) implements Op {
  public Prelu {
    Shapes.be("a slope", slope, 1, 1);
  }

  public static Tensor of(Tensor x, Tensor slope) {
    return x.tape().apply(new Prelu(x, slope));
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
    return List.of(x, slope);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    new LeakyRelu(x, slope.value().get(0, 0)).forward(out, engine);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    new LeakyRelu(x, slope.value().get(0, 0)).backward(out, dOut, engine);
    if (slope.wantsGradient()) {
      double sum =
          engine
              .workers()
              .sum(
                  rows(),
                  (from, to) -> {
                    double part = 0;
                    for (int row = from; row < to; row++) {
                      part += negativePart(x.value(), dOut, row);
                    }
                    return part;
                  });
      slope.gradient().set(0, 0, (float) (slope.gradient().get(0, 0) + sum));
    }
  }

  private static double negativePart(Matrix x, Matrix dY, int row) {
    long rowAt = x.at(row);
    double sum = 0;
    for (int j = 0; j < x.columns(); j++) {
      long at = rowAt + (long) j * Float.BYTES;
      sum += Math.min(Floats.get(x.data(), at), 0f) * Floats.get(dY.data(), at);
    }
    return sum;
  }
}
