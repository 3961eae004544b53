package io.atp.spark.vector;

import io.atp.core.spectral.GradientSteps;

/// The vectors of [io.atp.core.spectral.ConjugateGradients] over partitions, for `(D − c·A) x = b`.
public final class BlockGradientSteps implements GradientSteps {
  public static final int X = 0;
  public static final int B = 1;
  public static final int DIAGONAL = 2;

  /// `A · x` at the start, `M · direction` later.
  public static final int IMAGE = 3;

  public static final int COLUMNS = 6;
  private static final int RESIDUAL = 4;
  private static final int DIRECTION = 5;

  private final NodeVectors vectors;
  private final double coupling;

  /// @param vectors with x, b, the diagonal and the image of x in their columns
  public BlockGradientSteps(NodeVectors vectors, double coupling) {
    this.vectors = vectors;
    this.coupling = coupling;
  }

  /// `‖b‖²` in the norm of the residuals, `Σ b²/d`.
  public double target() {
    return vectors.sum((v, row) -> v[B][row] * v[B][row] * (1 / v[DIAGONAL][row]));
  }

  private double square() {
    return vectors.sum((v, row) -> v[RESIDUAL][row] * v[RESIDUAL][row] * (1 / v[DIAGONAL][row]));
  }

  @Override
  public double begin() {
    double c = coupling;
    vectors.change(
        v -> {
          double[] residual = new double[v[X].length];
          double[] direction = new double[residual.length];
          for (int i = 0; i < residual.length; i++) {
            residual[i] = v[B][i] - (v[DIAGONAL][i] * v[X][i] - c * v[IMAGE][i]);
            direction[i] = (float) (residual[i] * (1 / v[DIAGONAL][i]));
          }
          v[RESIDUAL] = residual;
          v[DIRECTION] = direction;
        });
    return square();
  }

  @Override
  public double curvature() {
    double c = coupling;
    vectors.multiply(DIRECTION, IMAGE);
    vectors.change(
        v -> {
          double[] image = new double[v[X].length];
          for (int i = 0; i < image.length; i++) {
            image[i] = v[DIAGONAL][i] * v[DIRECTION][i] - c * v[IMAGE][i];
          }
          v[IMAGE] = image;
        });
    return vectors.sum((v, row) -> v[IMAGE][row] * v[DIRECTION][row]);
  }

  @Override
  public double advance(double step) {
    vectors.change(
        v -> {
          double[] x = v[X].clone();
          double[] residual = v[RESIDUAL].clone();
          for (int i = 0; i < x.length; i++) {
            x[i] += step * v[DIRECTION][i];
            residual[i] -= step * v[IMAGE][i];
          }
          v[X] = x;
          v[RESIDUAL] = residual;
        });
    return square();
  }

  @Override
  public void turn(double turn) {
    vectors.change(
        v -> {
          double[] direction = new double[v[X].length];
          for (int i = 0; i < direction.length; i++) {
            direction[i] = (float) (v[RESIDUAL][i] * (1 / v[DIAGONAL][i]) + turn * v[DIRECTION][i]);
          }
          v[DIRECTION] = direction;
        });
  }
}
