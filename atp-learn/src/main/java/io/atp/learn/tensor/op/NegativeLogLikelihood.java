package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.util.List;

/// `L = −Σ_i w_i · X_i,yᵢ / Σ_i w_i` for log-probabilities X, classes y and class weights `w_i =
/// w(yᵢ)`; `dX_i,yᵢ = −dL · w_i / Σw`, and 0 elsewhere.
///
/// Takes log-probabilities, as [LogSoftmax] gives them; from logits, [CrossEntropy] is one step.
public record NegativeLogLikelihood(Tensor logProbabilities, ClassTargets targets)
    implements SingleNumber {
  public NegativeLogLikelihood {
    targets.requireFit(logProbabilities);
  }

  public static Tensor of(Tensor logProbabilities, int[] classes) {
    return of(logProbabilities, ClassTargets.of(classes, logProbabilities.columns()));
  }

  /// @param classWeights one per class
  public static Tensor of(Tensor logProbabilities, int[] classes, float[] classWeights) {
    return of(logProbabilities, ClassTargets.of(classes, classWeights));
  }

  private static Tensor of(Tensor logProbabilities, ClassTargets targets) {
    return logProbabilities.tape().apply(new NegativeLogLikelihood(logProbabilities, targets));
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(logProbabilities);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix x = logProbabilities.value();
    double sum =
        engine
            .workers()
            .sum(
                x.rows(),
                (from, to) -> {
                  double part = 0;
                  for (int row = from; row < to; row++) {
                    part -= (double) targets.weight(row) * x.get(row, targets.classes()[row]);
                  }
                  return part;
                });
    out.set(0, 0, (float) (sum / targets.divisor()));
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    if (!logProbabilities.wantsGradient()) {
      return;
    }
    Matrix dX = logProbabilities.gradient();
    double unit = dOut.get(0, 0) / targets.divisor();
    for (int row = 0; row < dX.rows(); row++) {
      int own = targets.classes()[row];
      dX.set(row, own, (float) (dX.get(row, own) - unit * targets.weight(row)));
    }
  }
}
