package io.atp.learn.tensor.op;

import io.atp.core.runtime.StatelessHash;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Op;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `L = Σ_ij w_ij · Y_ij` with fixed random w; `dY = w`. For tests.
public record ProbeLoss(Tensor y) implements Op {
  public static Tensor of(Tensor y) {
    return y.tape().apply(new ProbeLoss(y));
  }

  /// L in double.
  public static double value(Matrix y) {
    double sum = 0;
    for (int i = 0; i < y.rows(); i++) {
      for (int j = 0; j < y.columns(); j++) {
        sum += (double) weight(i, j) * y.get(i, j);
      }
    }
    return sum;
  }

  public static float weight(int row, int column) {
    return (float) (2 * StatelessHash.unit(StatelessHash.of(77, row, column)) - 1);
  }

  @Override
  public int rows() {
    return 1;
  }

  @Override
  public int columns() {
    return 1;
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(y);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    out.set(0, 0, (float) value(y.value()));
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix dY = y.gradient();
    for (int i = 0; i < dY.rows(); i++) {
      for (int j = 0; j < dY.columns(); j++) {
        dY.set(i, j, dY.get(i, j) + dOut.get(0, 0) * weight(i, j));
      }
    }
  }
}
