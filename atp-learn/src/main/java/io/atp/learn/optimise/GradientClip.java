package io.atp.learn.optimise;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Parameter;
import java.util.List;
import java.util.function.Consumer;

/// What is done to gradients that are too large.
public sealed interface GradientClip {
  /// Nothing.
  record None() implements GradientClip {}

  /// Each entry is clamped to ±limit.
  record ByValue(double limit) implements GradientClip {
    public ByValue {
      Require.that(limit > 0, "the limit of a clip must be above 0, got %s", limit);
    }
  }

  /// All gradients are scaled by `limit / (‖g‖ + 1e-6)` where their joint norm exceeds the limit.
  record ByNorm(double limit) implements GradientClip {
    public ByNorm {
      Require.that(limit > 0, "the limit of a clip must be above 0, got %s", limit);
    }
  }

  default void apply(List<ParameterGroup> groups) {
    switch (this) {
      case None() -> {}
      case ByValue(double limit) ->
          forEach(groups, g -> map(g, x -> Math.clamp(x, (float) -limit, (float) limit)));
      case ByNorm(double limit) -> {
        double[] squares = {0};
        forEach(
            groups,
            g ->
                map(
                    g,
                    x -> {
                      squares[0] += (double) x * x;
                      return x;
                    }));
        double norm = Math.sqrt(squares[0]);
        if (norm > limit) {
          float scale = (float) (limit / (norm + 1e-6));
          forEach(groups, g -> map(g, x -> x * scale));
        }
      }
    }
  }

  private static void forEach(List<ParameterGroup> groups, Consumer<Matrix> body) {
    for (ParameterGroup group : groups) {
      for (Parameter parameter : group.parameters()) {
        body.accept(parameter.gradient());
      }
    }
  }

  /// A change of one entry.
  @FunctionalInterface
  interface FloatMap {
    float of(float x);
  }

  private static void map(Matrix matrix, FloatMap change) {
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        matrix.set(i, j, change.of(matrix.get(i, j)));
      }
    }
  }
}
