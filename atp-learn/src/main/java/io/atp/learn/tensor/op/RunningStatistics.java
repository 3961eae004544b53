package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.Arena;

/// What a batch norm remembers of the batches it trained on: `running ← 0.9 · running + 0.1 ·
/// batch`, with the variance of a batch of n divided by n − 1. Changed by training passes.
///
/// @param mean 1 × c
/// @param variance 1 × c
public record RunningStatistics(Matrix mean, Matrix variance) {
  static final double MOMENTUM = 0.1;

  public RunningStatistics {
    Shapes.same("running mean and variance", mean, variance);
    Require.that(mean.rows() == 1, "running statistics have one row, got %d", mean.rows());
  }

  /// Mean 0 and variance 1.
  public static RunningStatistics fresh(int columns, Arena arena) {
    Matrix variance = Matrix.zeros(1, columns, arena);
    variance.fill(1);
    return new RunningStatistics(Matrix.zeros(1, columns, arena), variance);
  }

  void follow(int column, double batchMean, double unbiasedVariance) {
    mean.set(0, column, blend(mean.get(0, column), batchMean));
    variance.set(0, column, blend(variance.get(0, column), unbiasedVariance));
  }

  private static float blend(float running, double batch) {
    return (float) ((1 - MOMENTUM) * running + MOMENTUM * batch);
  }
}
