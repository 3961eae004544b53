package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
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
      MemorySegment in = x.value().data();
      int columns = columns();
      double sum =
          engine
              .workers()
              .sum(
                  rows(),
                  (from, to) -> {
                    double part = 0;
                    for (int row = from; row < to; row++) {
                      part += negativePart(in, dOut.data(), dOut.at(row), columns);
                    }
                    return part;
                  });
      slope.gradient().set(0, 0, (float) (slope.gradient().get(0, 0) + sum));
    }
  }

  private static double negativePart(MemorySegment x, MemorySegment dY, long from, int length) {
    double sum = 0;
    for (int i = 0; i < length; i++) {
      long at = from + (long) i * Float.BYTES;
      sum += (double) Math.min(Floats.get(x, at), 0f) * Floats.get(dY, at);
    }
    return sum;
  }
}
