package io.atp.core.spectral;

import io.atp.core.runtime.Workers;

/// Solves `(D − c·A) x = b` for a symmetric adjacency A and a positive diagonal D, where the matrix
/// is positive definite.
///
/// Conjugate gradients preconditioned by D, the same as plain ones on `I − c·D^−½ A D^−½`: with the
/// eigenvalues of the latter in [1 − s, 1 + s] the error falls by `(1 − √(1 − s²)) / s` or better
/// an iteration. The residual is `‖b − (D − c·A)x‖ / ‖b‖`, both in the norm `‖r‖² = Σ rᵢ² / dᵢ`.
public final class ConjugateGradients {
  private final AdjacencyProduct adjacency;
  private final double[] diagonal;
  private final double coupling;
  private final Workers workers;

  public ConjugateGradients(
      AdjacencyProduct adjacency, double[] diagonal, double coupling, Workers workers) {
    this.adjacency = adjacency;
    this.diagonal = diagonal;
    this.coupling = coupling;
    this.workers = workers;
  }

  /// Improves `x`, which holds the first guess, until the relative residual is at most `tolerance`.
  public Convergence solve(double[] b, double[] x, double tolerance, int maxIterations) {
    int n = b.length;
    double[] residual = new double[n];
    double[] direction = new double[n];
    double[] image = new double[n];
    double target = workers.sum(n, (from, to) -> weightedSquare(b, from, to));
    adjacency.apply(x, image);
    double square =
        workers.sum(
            n,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                residual[i] = b[i] - (diagonal[i] * x[i] - coupling * image[i]);
                direction[i] = residual[i] / diagonal[i];
              }
              return weightedSquare(residual, from, to);
            });
    int iterations = 1;
    double best = relative(square, target);
    while (best > tolerance && iterations < maxIterations) {
      // The image of the direction and its length in one pass over the rows.
      double curvature =
          adjacency.applyAndSum(
              direction,
              image,
              (from, to) -> {
                double sum = 0;
                for (int i = from; i < to; i++) {
                  image[i] = diagonal[i] * direction[i] - coupling * image[i];
                  sum += image[i] * direction[i];
                }
                return sum;
              });
      iterations++;
      double step = square / curvature;
      double next =
          workers.sum(
              n,
              (from, to) -> {
                for (int i = from; i < to; i++) {
                  x[i] += step * direction[i];
                  residual[i] -= step * image[i];
                }
                return weightedSquare(residual, from, to);
              });
      double turn = next / square;
      workers.forEachRange(
          n,
          1 << 14,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              direction[i] = residual[i] / diagonal[i] + turn * direction[i];
            }
          });
      square = next;
      best = relative(square, target);
    }
    return new Convergence(iterations, best, best <= tolerance);
  }

  private double weightedSquare(double[] r, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += r[i] * r[i] / diagonal[i];
    }
    return sum;
  }

  private static double relative(double square, double target) {
    return square == 0 ? 0 : Math.sqrt(square / target);
  }
}
