package io.atp.learn.tensor.op;

import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/// Sums along a row in double, and their way back.
///
/// Four sums run side by side and meet at the end: one alone would wait for each addition.
final class RowTotals {
  private RowTotals() {}

  /// `Σ_j x_ij` for one i.
  static double of(Matrix x, int row) {
    MemorySegment in = x.data();
    long at = x.at(row);
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 4 <= x.columns(); j += 4, at += 16) {
      s0 += Floats.get(in, at);
      s1 += Floats.get(in, at + 4);
      s2 += Floats.get(in, at + 8);
      s3 += Floats.get(in, at + 12);
    }
    for (; j < x.columns(); j++, at += 4) {
      s0 += Floats.get(in, at);
    }
    return (s0 + s1) + (s2 + s3);
  }

  /// `Σ_j (x_ij − centre)²` for one i.
  static double squares(Matrix x, int row, double centre) {
    MemorySegment in = x.data();
    long at = x.at(row);
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 4 <= x.columns(); j += 4, at += 16) {
      s0 += square(Floats.get(in, at) - centre);
      s1 += square(Floats.get(in, at + 4) - centre);
      s2 += square(Floats.get(in, at + 8) - centre);
      s3 += square(Floats.get(in, at + 12) - centre);
    }
    for (; j < x.columns(); j++, at += 4) {
      s0 += square(Floats.get(in, at) - centre);
    }
    return (s0 + s1) + (s2 + s3);
  }

  private static double square(double value) {
    return value * value;
  }

  /// `Σ_j a_ij · b_ij` for one i.
  static double products(Matrix a, Matrix b, int row) {
    long at = a.at(row);
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 4 <= a.columns(); j += 4, at += 16) {
      s0 += product(a.data(), b.data(), at);
      s1 += product(a.data(), b.data(), at + 4);
      s2 += product(a.data(), b.data(), at + 8);
      s3 += product(a.data(), b.data(), at + 12);
    }
    for (; j < a.columns(); j++, at += 4) {
      s0 += product(a.data(), b.data(), at);
    }
    return (s0 + s1) + (s2 + s3);
  }

  private static double product(MemorySegment a, MemorySegment b, long at) {
    return (double) Floats.get(a, at) * Floats.get(b, at);
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
