package io.atp.core.spectral;

import io.atp.core.runtime.Workers;
import java.util.Arrays;

/// A few long orthonormal vectors, and the three sweeps over them that [Lanczos] needs.
///
/// Every sweep takes a range of rows through all vectors before it goes on, so that the range of
/// the vector at hand stays in the cache and each basis vector is read from memory once.
final class Basis {
  /// Rows at a time: 32 KiB of the vector at hand. Fixed, because it decides the order of
  /// additions.
  private static final int ROWS = 1 << 12;

  private final double[][] vectors;
  private final int length;
  private final Workers workers;

  Basis(int capacity, int length, Workers workers) {
    this.vectors = new double[capacity][];
    this.length = length;
    this.workers = workers;
  }

  double[] vector(int index) {
    return vectors[index];
  }

  /// `vector(index) = scale · w`.
  void set(int index, double[] w, double scale) {
    if (vectors[index] == null) {
      vectors[index] = new double[length];
    }
    double[] into = vectors[index];
    workers.forEachRange(
        length,
        ROWS,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            into[i] = scale * w[i];
          }
        });
  }

  /// `vector(k) · w` for the first `count` vectors.
  double[] project(double[] w, int count) {
    double[][] parts = new double[Math.ceilDiv(length, ROWS)][count];
    workers.forEachRange(
        length,
        ROWS,
        (from, to) -> {
          for (int k = 0; k < count; k++) {
            parts[from / ROWS][k] = dot(vectors[k], w, from, to);
          }
        });
    double[] products = new double[count];
    for (double[] part : parts) {
      for (int k = 0; k < count; k++) {
        products[k] += part[k];
      }
    }
    return products;
  }

  /// `w −= Σ_k coefficients[k] · vector(k)`; returns what is left of `‖w‖²`.
  double subtract(double[] w, double[] coefficients) {
    double[] parts = new double[Math.ceilDiv(length, ROWS)];
    workers.forEachRange(
        length,
        ROWS,
        (from, to) -> {
          for (int k = 0; k < coefficients.length; k++) {
            addScaled(w, vectors[k], -coefficients[k], from, to);
          }
          parts[from / ROWS] = dot(w, w, from, to);
        });
    double total = 0;
    for (double part : parts) {
      total += part;
    }
    return total;
  }

  /// `into[k] = Σ_i rotation[i][k] · vector(i)` over the first `count` vectors, for each k that
  /// `into` has.
  void combine(double[][] rotation, int count, double[][] into) {
    workers.forEachRange(
        length,
        ROWS,
        (from, to) -> {
          double[] sum = new double[to - from];
          double[][] sums = new double[into.length][];
          for (int k = 0; k < into.length; k++) {
            Arrays.fill(sum, 0);
            for (int i = 0; i < count; i++) {
              double scale = rotation[i][k];
              double[] vector = vectors[i];
              for (int row = 0; row < sum.length; row++) {
                sum[row] += scale * vector[from + row];
              }
            }
            sums[k] = sum.clone();
          }
          // Only now may the old rows go: `into` can be these very vectors.
          for (int k = 0; k < into.length; k++) {
            System.arraycopy(sums[k], 0, into[k], from, sum.length);
          }
        });
  }

  /// Rotates in place: the first `kept` vectors become combinations of the first `count`.
  void rotate(double[][] rotation, int count, int kept) {
    combine(rotation, count, Arrays.copyOf(vectors, kept));
  }

  /// Four sums side by side: one would wait for the latency of each addition.
  static double dot(double[] x, double[] y, int from, int to) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = from;
    for (; i + 3 < to; i += 4) {
      a += x[i] * y[i];
      b += x[i + 1] * y[i + 1];
      c += x[i + 2] * y[i + 2];
      d += x[i + 3] * y[i + 3];
    }
    for (; i < to; i++) {
      a += x[i] * y[i];
    }
    return (a + b) + (c + d);
  }

  static void addScaled(double[] out, double[] x, double scale, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] += scale * x[i];
    }
  }
}
