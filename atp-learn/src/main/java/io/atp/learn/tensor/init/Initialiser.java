package io.atp.learn.tensor.init;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;

/// The distribution that the first values of a parameter are drawn from.
///
/// Bounds depend on how many values meet in one (fan-in) and how many one reaches (fan-out). For a
/// weight W of `X · W` those are its rows and its columns; a bias is drawn like the weight beside
/// it, so it is given that weight's.
public sealed interface Initialiser {
  /// `U(−bound, bound)`.
  record Uniform(double bound) implements Initialiser {
    public Uniform {
      positive("bound", bound);
    }
  }

  /// `U(±1/√fanIn)`, for weight and bias: what PyTorch's `nn.Linear` starts from.
  record LinearDefault() implements Initialiser {}

  /// `U(±gain · √(6 / (fanIn + fanOut)))`; a gain of √2 suits relu.
  record GlorotUniform(double gain) implements Initialiser {
    public GlorotUniform {
      positive("gain", gain);
    }
  }

  /// `N(0, gain² · 2 / (fanIn + fanOut))`.
  record GlorotNormal(double gain) implements Initialiser {
    public GlorotNormal {
      positive("gain", gain);
    }
  }

  /// `U(±1/√fanOut)`, as the ports of GCN, GCNII, GBP and GAMLP reset their layers.
  record GcnStyle() implements Initialiser {}

  record Constant(double value) implements Initialiser {
    public Constant {
      Require.finite("value", value);
    }
  }

  /// Fills a weight, whose fan-in are its rows and fan-out its columns.
  default void fill(Matrix weight, long seed, String name) {
    fill(weight, weight.rows(), weight.columns(), seed, name);
  }

  /// Fills any parameter.
  ///
  /// @param name of the parameter: two names draw independently from one seed
  default void fill(Matrix matrix, int fanIn, int fanOut, long seed, String name) {
    Require.atLeast("fan-in", fanIn, 1);
    Require.atLeast("fan-out", fanOut, 1);
    Draws draws = new Draws(seed, name);
    switch (this) {
      case Uniform(double bound) -> draws.uniform(matrix, bound);
      case LinearDefault() -> draws.uniform(matrix, 1 / Math.sqrt(fanIn));
      case GlorotUniform(double gain) ->
          draws.uniform(matrix, gain * Math.sqrt(6 / ((double) fanIn + fanOut)));
      case GlorotNormal(double gain) ->
          draws.normal(matrix, gain * Math.sqrt(2 / ((double) fanIn + fanOut)));
      case GcnStyle() -> draws.uniform(matrix, 1 / Math.sqrt(fanOut));
      case Constant(double value) -> matrix.fill((float) value);
    }
  }

  private static void positive(String name, double value) {
    Require.that(value > 0 && Double.isFinite(value), "%s must be positive, got %s", name, value);
  }
}
