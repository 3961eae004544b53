package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;

/// The sum along a row, and its way back.
final class RowTotals {
  private RowTotals() {}

  /// `Σ_j x_ij` for one i.
  static double of(Matrix x, int row) {
    long rowAt = x.at(row);
    double sum = 0;
    for (int j = 0; j < x.columns(); j++) {
      sum += Floats.get(x.data(), rowAt + (long) j * Float.BYTES);
    }
    return sum;
  }

  /// `out_ij = v_i`, or `+=`.
  static void spread(RowScaling.Factor value, Matrix out, boolean add, Engine engine) {
    int columns = out.columns();
    RowLoop.run(
        out.rows(),
        columns,
        engine.workers(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            long rowAt = out.at(row);
            float v = value.of(row);
            for (int j = 0; j < columns; j++) {
              Floats.put(out.data(), rowAt + (long) j * Float.BYTES, v, add);
            }
          }
        });
  }
}
