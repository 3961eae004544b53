package io.atp.learn.tensor.op;

import io.atp.core.kernel.ElementKernels;
import io.atp.core.kernel.Kernels;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `L = Σ_i w_i · (log Σ_k e^(X_ik) − X_i,yᵢ) / Σ_i w_i` for classes y and class weights `w_i =
/// w(yᵢ)`; `dX_ij = dL · w_i / Σw · (softmax(X_i)_j − [j = yᵢ])`.
///
/// Takes logits: the log-softmax is inside.
public record CrossEntropy(Tensor logits, ClassTargets targets) implements SingleNumber {
  public CrossEntropy {
    targets.requireFit(logits);
  }

  public static Tensor of(Tensor logits, int[] classes) {
    return of(logits, ClassTargets.of(classes, logits.columns()));
  }

  /// @param classWeights one per class
  public static Tensor of(Tensor logits, int[] classes, float[] classWeights) {
    return of(logits, ClassTargets.of(classes, classWeights));
  }

  /// `L = Σ_i w_i · (log Σ_k e^(X_ik) − X_i,yᵢ)`: a sum, which the weights make an estimate of
  /// something.
  ///
  /// @param rowWeights one per row
  public static Tensor sum(Tensor logits, int[] classes, float[] rowWeights) {
    return of(logits, ClassTargets.sum(classes, logits.columns(), rowWeights));
  }

  private static Tensor of(Tensor logits, ClassTargets targets) {
    return logits.tape().apply(new CrossEntropy(logits, targets));
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
                    part -= (double) targets.weight(row) * logs.get(row, targets.classes()[row]);
                  }
                  return part;
                });
    engine.pool().give(logs);
    out.set(0, 0, (float) (sum / targets.divisor()));
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    double unit = dOut.get(0, 0) / targets.divisor();
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
                    gradient(dX, row, (float) (unit * targets.weight(row)));
                  }
                }));
  }

  private void gradient(Matrix dX, int row, float factor) {
    long at = dX.at(row);
    int classes = dX.columns();
    Kernels.elements().softmaxRow(dX.data(), at, logits.value().data(), at, classes);
    int own = targets.classes()[row];
    dX.set(row, own, dX.get(row, own) - 1);
    for (int j = 0; j < classes; j++) {
      dX.set(row, j, factor * dX.get(row, j));
    }
  }
}
