package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// `L = mean_ij (max(X_ij, 0) − X_ij · T_ij + log(1 + e^−|X_ij|))` for logits X and targets T in
/// [0, 1]; `dX_ij = dL · (sigmoid(X_ij) − T_ij) / (rows · columns)`.
///
/// The formula is `−T log sigmoid(X) − (1 − T) log(1 − sigmoid(X))`, written so that no logit
/// overflows.
public record BinaryCrossEntropy(Tensor logits, Matrix targets) implements SingleNumber {
  public BinaryCrossEntropy {
    Shapes.notEmpty("a mean", logits);
    Shapes.same("logits and targets", logits.value(), targets);
  }

  /// @param targets 1 where a row has a label and 0 where not; borrowed as long as the tape lives
  public static Tensor of(Tensor logits, Matrix targets) {
    return logits.tape().apply(new BinaryCrossEntropy(logits, targets));
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(logits);
  }

  @Override
  public void forward(Matrix out, Engine engine) {
    Matrix x = logits.value();
    double sum =
        engine
            .workers()
            .sum(
                x.rows(),
                (from, to) -> {
                  double part = 0;
                  for (int row = from; row < to; row++) {
                    part += row(x.data(), targets.data(), x.at(row), x.columns());
                  }
                  return part;
                });
    out.set(0, 0, (float) (sum / x.size()));
  }

  private static double row(MemorySegment x, MemorySegment targets, long from, int length) {
    double sum = 0;
    for (int j = 0; j < length; j++) {
      long at = from + (long) j * Float.BYTES;
      float logit = Floats.get(x, at);
      sum +=
          Math.max(logit, 0f)
              - logit * Floats.get(targets, at)
              + StrictMath.log1p(StrictMath.exp(-Math.abs(logit)));
    }
    return sum;
  }

  @Override
  public void backward(Matrix out, Matrix dOut, Engine engine) {
    Matrix x = logits.value();
    float unit = dOut.get(0, 0) / x.size();
    logits.contribute(
        (dX, add) ->
            RowLoop.run(
                x.rows(),
                x.columns(),
                engine.workers(),
                (from, to) -> {
                  for (long at = x.at(from); at < x.at(to); at += Float.BYTES) {
                    float probability = Exponentials.sigmoid(Floats.get(x.data(), at));
                    float off = probability - Floats.get(targets.data(), at);
                    Floats.put(dX.data(), at, unit * off, add);
                  }
                }));
  }
}
