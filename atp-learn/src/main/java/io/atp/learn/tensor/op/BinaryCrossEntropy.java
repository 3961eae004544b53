package io.atp.learn.tensor.op;

import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/// `L = mean_ij (max(X_ij, 0) − X_ij · T_ij + log(1 + e^−|X_ij|))` for logits X and targets T in
/// [0, 1]; `dX_ij = dL · (sigmoid(X_ij) − T_ij) / (rows · columns)`.
///
/// The formula is `−T log sigmoid(X) − (1 − T) log(1 − sigmoid(X))`, written so that no logit
/// overflows.
///
/// @param rowWeights how much each row counts in the sum
/// @param divisor of the sum over rows and columns
public record BinaryCrossEntropy(Tensor logits, Matrix targets, float[] rowWeights, double divisor)
    implements SingleNumber {
  private static final double LARGE = 1e200;

  public BinaryCrossEntropy {
    Shapes.notEmpty("a mean", logits);
    Shapes.same("logits and targets", logits.value(), targets);
    Shapes.length("row weights", rowWeights.length, logits.rows());
  }

  /// @param targets 1 where a row has a label and 0 where not; borrowed as long as the tape lives
  public static Tensor of(Tensor logits, Matrix targets) {
    float[] ones = new float[logits.rows()];
    Arrays.fill(ones, 1);
    return of(logits, targets, ones, logits.value().size());
  }

  /// `L = Σ_i w_i · mean_j (…)`.
  ///
  /// @param rowWeights one per row
  public static Tensor sum(Tensor logits, Matrix targets, float[] rowWeights) {
    return of(logits, targets, rowWeights, logits.columns());
  }

  private static Tensor of(Tensor logits, Matrix targets, float[] rowWeights, double divisor) {
    return logits.tape().apply(new BinaryCrossEntropy(logits, targets, rowWeights, divisor));
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(logits);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix x = logits.value();
    Matrix powers = engine.pool().take(x.rows(), x.columns());
    double sum =
        engine
            .workers()
            .sum(
                x.rows(),
                (from, to) -> {
                  double part = 0;
                  for (int row = from; row < to; row++) {
                    double linear = linearPart(x, powers, row);
                    long at = x.at(row);
                    Kernels.elements().exp(powers.data(), at, powers.data(), at, x.columns());
                    part += rowWeights[row] * (linear + logarithms(powers, row));
                  }
                  return part;
                });
    engine.pool().give(powers);
    out.set(0, 0, (float) (sum / divisor));
  }

  /// `Σ_j max(X_ij, 0) − X_ij · T_ij`, leaving `−|X_ij|` behind.
  private double linearPart(Matrix x, Matrix negatives, int row) {
    long rowAt = x.at(row);
    double sum = 0;
    for (int j = 0; j < x.columns(); j++) {
      long at = rowAt + (long) j * Float.BYTES;
      float logit = Floats.get(x.data(), at);
      sum += Math.max(logit, 0f) - logit * Floats.get(targets.data(), at);
      Floats.set(negatives.data(), at, -Math.abs(logit));
    }
    return sum;
  }

  /// `Σ_j log(1 + e_ij)` as the logarithm of a product: no factor is over 2, so a double holds
  /// many.
  private static double logarithms(Matrix powers, int row) {
    long rowAt = powers.at(row);
    double sum = 0;
    double product = 1;
    for (int j = 0; j < powers.columns(); j++) {
      product *= 1 + (double) Floats.get(powers.data(), rowAt + (long) j * Float.BYTES);
      if (product > LARGE) {
        sum += StrictMath.log(product);
        product = 1;
      }
    }
    return sum + StrictMath.log(product);
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix x = logits.value();
    double unit = dOut.get(0, 0) / divisor;
    Gradients.overwrite(
        logits,
        engine,
        dX ->
            RowLoop.run(
                x.rows(),
                x.columns(),
                engine.workers(),
                (from, to) -> {
                  Sigmoid.write(x.data(), dX.data(), x.at(from), (to - from) * x.columns());
                  for (int row = from; row < to; row++) {
                    gradient(dX, row, (float) (unit * rowWeights[row]));
                  }
                }));
  }

  /// From the sigmoids of a row.
  private void gradient(Matrix dX, int row, float factor) {
    long rowAt = dX.at(row);
    for (int j = 0; j < dX.columns(); j++) {
      long at = rowAt + (long) j * Float.BYTES;
      float off = Floats.get(dX.data(), at) - Floats.get(targets.data(), at);
      Floats.set(dX.data(), at, factor * off);
    }
  }
}
