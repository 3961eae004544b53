package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `L = mean_ij (X_ij − T_ij)²` with constant T; `dX_ij = dL · 2 (X_ij − T_ij) / (rows · columns)`.
public record SquaredError(Tensor x, Matrix targets) implements SingleNumber {
  public SquaredError {
    Shapes.notEmpty("a mean", x);
    Shapes.same("values and targets", x.value(), targets);
  }

  /// @param targets borrowed as long as the tape lives
  public static Tensor of(Tensor x, Matrix targets) {
    return x.tape().apply(new SquaredError(x, targets));
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(x);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix in = x.value();
    double sum =
        engine
            .workers()
            .sum(
                in.rows(),
                (from, to) -> {
                  double part = 0;
                  for (int row = from; row < to; row++) {
                    part += squaredDistance(in, row);
                  }
                  return part;
                });
    out.set(0, 0, (float) (sum / in.size()));
  }

  private double squaredDistance(Matrix in, int row) {
    long rowAt = in.at(row);
    double sum = 0;
    for (int j = 0; j < in.columns(); j++) {
      long at = rowAt + (long) j * Float.BYTES;
      double off = Floats.get(in.data(), at) - Floats.get(targets.data(), at);
      sum += off * off;
    }
    return sum;
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix in = x.value();
    float unit = 2 * dOut.get(0, 0) / in.size();
    x.contribute(
        (dX, add) ->
            RowLoop.run(
                in.rows(),
                in.columns(),
                engine.workers(),
                (from, to) -> {
                  long fromAt = in.at(from);
                  int length = (to - from) * in.columns();
                  for (int i = 0; i < length; i++) {
                    long at = fromAt + (long) i * Float.BYTES;
                    float off = Floats.get(in.data(), at) - Floats.get(targets.data(), at);
                    Floats.put(dX.data(), at, unit * off, add);
                  }
                }));
  }
}
