package io.atp.learn.tensor.op;

import io.atp.core.kernel.ElementKernels;
import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/// `L = (1/n) Σ_i w_i Σ_j T_ij (log Σ_k e^(X_ik) − X_ij) − c` for logits X, constant target
/// distributions T and constant row weights w; `dX_ij = dL · w_i / n · (softmax(X_i)_j Σ_k T_ik −
/// T_ij)`.
///
/// With c = 0 the cross-entropy of [#of], with c the weighted entropy of T the divergence `KL(T ‖
/// softmax X)` of [#divergence]; the gradient is the same.
public record SoftCrossEntropy(Tensor logits, Matrix targets, float[] rowWeights, double constant)
    implements SingleNumber {
  public SoftCrossEntropy {
    Shapes.notEmpty("a mean", logits);
    Shapes.same("logits and targets", logits.value(), targets);
    Shapes.length("row weights", rowWeights.length, logits.rows());
  }

  /// @param targets rows that add up to 1; borrowed as long as the tape lives
  public static Tensor of(Tensor logits, Matrix targets, float[] rowWeights) {
    return logits.tape().apply(new SoftCrossEntropy(logits, targets, rowWeights, 0));
  }

  /// All rows count alike.
  public static Tensor of(Tensor logits, Matrix targets) {
    float[] ones = new float[logits.rows()];
    Arrays.fill(ones, 1);
    return of(logits, targets, ones);
  }

  /// `(1/n) Σ_i w_i KL(T_i ‖ softmax X_i)`, never below 0.
  public static Tensor divergence(Tensor logits, Matrix targets, float[] rowWeights) {
    Shapes.length("row weights", rowWeights.length, targets.rows());
    double entropy =
        logits
            .tape()
            .engine()
            .workers()
            .sum(
                targets.rows(),
                (from, to) -> {
                  double part = 0;
                  for (int row = from; row < to; row++) {
                    part += rowWeights[row] * entropy(targets, row);
                  }
                  return part;
                });
    double constant = entropy / targets.rows();
    return logits.tape().apply(new SoftCrossEntropy(logits, targets, rowWeights, constant));
  }

  private static double entropy(Matrix targets, int row) {
    double sum = 0;
    for (int j = 0; j < targets.columns(); j++) {
      double p = targets.get(row, j);
      sum -= p > 0 ? p * StrictMath.log(p) : 0;
    }
    return sum;
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(logits);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix x = logits.value();
    Matrix logs = engine.pool().take(x.rows(), x.columns());
    ElementKernels kernels = Kernels.elements();
    double sum =
        engine
            .workers()
            .sum(
                x.rows(),
                (from, to) -> {
                  double part = 0;
                  for (int row = from; row < to; row++) {
                    long at = x.at(row);
                    kernels.logSoftmaxRow(logs.data(), at, x.data(), at, x.columns());
                    part -= rowWeights[row] * RowTotals.products(targets, logs, row);
                  }
                  return part;
                });
    engine.pool().give(logs);
    out.set(0, 0, (float) (sum / x.rows() - constant));
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    double unit = (double) dOut.get(0, 0) / logits.rows();
    Gradients.overwrite(
        logits,
        engine,
        dX ->
            RowLoop.run(
                dX.rows(),
                dX.columns(),
                engine.workers(),
                (from, to) -> {
                  for (int row = from; row < to; row++) {
                    gradient(dX, row, (float) (unit * rowWeights[row]));
                  }
                }));
  }

  private void gradient(Matrix dX, int row, float factor) {
    long at = dX.at(row);
    Kernels.elements().softmaxRow(dX.data(), at, logits.value().data(), at, dX.columns());
    float mass = (float) RowTotals.of(targets, row);
    for (int j = 0; j < dX.columns(); j++) {
      dX.set(row, j, factor * (mass * dX.get(row, j) - targets.get(row, j)));
    }
  }
}
