package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;

/// `out_ij = P_ij^(1/T) / Σ_k P_ik^(1/T)`: distributions made more (T < 1) or less certain.
///
/// Not an op: what it gives is a target, and no gradient goes through.
public final class Sharpening {
  private Sharpening() {}

  /// @param out may be `probabilities` itself
  public static void apply(Matrix probabilities, double temperature, Matrix out, Engine engine) {
    Shapes.same("probabilities and result", probabilities, out);
    Require.that(
        temperature > 0 && Double.isFinite(temperature),
        "a temperature is positive, got %s",
        temperature);
    RowLoop.run(
        out.rows(),
        out.columns(),
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            sharpen(probabilities, 1 / temperature, out, row);
          }
        });
  }

  /// The largest is divided out first, so that not all powers can vanish.
  private static void sharpen(Matrix in, double exponent, Matrix out, int row) {
    double largest = 0;
    for (int j = 0; j < in.columns(); j++) {
      largest = Math.max(largest, in.get(row, j));
    }
    double sum = 0;
    for (int j = 0; j < in.columns(); j++) {
      float power = (float) StrictMath.pow(in.get(row, j) / largest, exponent);
      out.set(row, j, power);
      sum += power;
    }
    for (int j = 0; j < in.columns(); j++) {
      out.set(row, j, (float) (out.get(row, j) / sum));
    }
  }
}
