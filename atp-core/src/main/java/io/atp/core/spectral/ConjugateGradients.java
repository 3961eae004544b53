package io.atp.core.spectral;

import io.atp.core.runtime.Workers;
import java.util.Arrays;

/// Solves `(D − c·A) x = b` for a symmetric adjacency A and a positive diagonal D, where the matrix
/// is positive definite.
///
/// Conjugate gradients preconditioned by D, the same as plain ones on `I − c·D^−½ A D^−½`: with the
/// eigenvalues of the latter in [1 − s, 1 + s] the error falls by `(1 − √(1 − s²)) / s` or better
/// an iteration. The residual is `‖b − (D − c·A)x‖ / ‖b‖`, both in the norm `‖r‖² = Σ rᵢ² / dᵢ`.
public final class ConjugateGradients {
  private final AdjacencyProduct adjacency;
  private final double[] diagonal;
  private final double[] inverse;
  private final double coupling;
  private final Workers workers;

  public ConjugateGradients(
      AdjacencyProduct adjacency, double[] diagonal, double coupling, Workers workers) {
    this.adjacency = adjacency;
    this.diagonal = diagonal;
    this.inverse = new double[diagonal.length];
    Arrays.setAll(inverse, i -> 1 / diagonal[i]);
    this.coupling = coupling;
    this.workers = workers;
  }

  /// Improves `x`, which holds the first guess, until the relative residual is at most `tolerance`.
  public Convergence solve(double[] b, double[] x, double tolerance, int maxIterations) {
    double[] image = new double[b.length];
    adjacency.apply(x, image);
    return solve(b, x, image, 1, tolerance, maxIterations);
  }

  /// The same where `image`, which is overwritten, already holds `A · x`.
  public Convergence solve(
      double[] b, double[] x, double[] image, double tolerance, int maxIterations) {
    return solve(b, x, image, 0, tolerance, maxIterations);
  }

  private Convergence solve(
      double[] b, double[] x, double[] image, int products, double tolerance, int maxIterations) {
    int n = b.length;
    double[] residual = new double[n];
    float[] direction = new float[n];
    double target = workers.sum(n, (from, to) -> weightedSquare(b, from, to));
    GradientSteps steps =
        new GradientSteps() {
          @Override
          public double begin() {
            return workers.sum(
                n,
                (from, to) -> {
                  for (int i = from; i < to; i++) {
                    residual[i] = b[i] - (diagonal[i] * x[i] - coupling * image[i]);
                    direction[i] = (float) (residual[i] * inverse[i]);
                  }
                  return weightedSquare(residual, from, to);
                });
          }

          /// The image of the direction and its length in one pass over the rows.
          @Override
          public double curvature() {
            return adjacency.applyAndSum(
                direction,
                image,
                (from, to) -> {
                  for (int i = from; i < to; i++) {
                    image[i] = diagonal[i] * direction[i] - coupling * image[i];
                  }
                  return product(image, direction, from, to);
                });
          }

          @Override
          public double advance(double step) {
            return workers.sum(
                n,
                (from, to) -> {
                  for (int i = from; i < to; i++) {
                    x[i] += step * direction[i];
                    residual[i] -= step * image[i];
                  }
                  return weightedSquare(residual, from, to);
                });
          }

          @Override
          public void turn(double turn) {
            workers.forEachRange(
                n,
                1 << 14,
                (from, to) -> {
                  for (int i = from; i < to; i++) {
                    direction[i] = (float) (residual[i] * inverse[i] + turn * direction[i]);
                  }
                });
          }
        };
    return iterate(steps, target, products, tolerance, maxIterations);
  }

  /// The iteration over vectors of the caller's.
  ///
  /// @param target `‖b‖²`, in the norm the steps use
  /// @param products with the matrix that were made before
  public static Convergence iterate(
      GradientSteps steps, double target, int products, double tolerance, int maxIterations) {
    double square = steps.begin();
    int iterations = products;
    double best = relative(square, target);
    while (best > tolerance && iterations < maxIterations) {
      double curvature = steps.curvature();
      iterations++;
      double next = steps.advance(square / curvature);
      steps.turn(next / square);
      square = next;
      best = relative(square, target);
    }
    return new Convergence(iterations, best, best <= tolerance);
  }

  /// `Σ r²/d`, in four strands: one would wait for the latency of each addition.
  private double weightedSquare(double[] r, int from, int to) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = from;
    for (; i + 3 < to; i += 4) {
      a += r[i] * r[i] * inverse[i];
      b += r[i + 1] * r[i + 1] * inverse[i + 1];
      c += r[i + 2] * r[i + 2] * inverse[i + 2];
      d += r[i + 3] * r[i + 3] * inverse[i + 3];
    }
    for (; i < to; i++) {
      a += r[i] * r[i] * inverse[i];
    }
    return (a + b) + (c + d);
  }

  private static double product(double[] x, float[] y, int from, int to) {
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

  private static double relative(double square, double target) {
    return square == 0 ? 0 : Math.sqrt(square / target);
  }
}
