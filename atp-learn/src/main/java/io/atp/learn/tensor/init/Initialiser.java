package io.atp.learn.tensor.init;

import io.atp.core.runtime.StatelessHash;
import io.atp.learn.tensor.Matrix;

public sealed interface Initialiser {
  record Uniform(double bound) implements Initialiser {}

  record LinearDefault() implements Initialiser {}

  record GlorotUniform(double gain) implements Initialiser {}

  record GcnStyle() implements Initialiser {}

  record Constant(double value) implements Initialiser {}

  default void fill(Matrix matrix, String name, long seed) {
    double bound =
        switch (this) {
          case Uniform(double b) -> b;
          case LinearDefault() -> 1 / Math.sqrt(matrix.rows());
          case GlorotUniform(double gain) ->
              gain * Math.sqrt(6.0 / (matrix.rows() + matrix.columns()));
          case GcnStyle() -> 1 / Math.sqrt(matrix.columns());
          case Constant _ -> 0;
        };
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        double unit = StatelessHash.unit(StatelessHash.of(seed, name.hashCode(), i, j));
        matrix.set(
            i,
            j,
            this instanceof Constant(double value)
                ? (float) value
                : (float) ((2 * unit - 1) * bound));
      }
    }
  }
}
