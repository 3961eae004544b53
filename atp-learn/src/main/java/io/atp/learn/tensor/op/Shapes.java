package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;

/// Checks of shapes that several ops share.
final class Shapes {
  private Shapes() {}

  static void same(String what, Matrix a, Matrix b) {
    Require.that(
        a.rows() == b.rows() && a.columns() == b.columns(),
        "%s need one shape, got %s and %s",
        what,
        a.shape(),
        b.shape());
  }

  static void be(String what, Tensor tensor, int rows, int columns) {
    Require.that(
        tensor.rows() == rows && tensor.columns() == columns,
        "%s must be %d × %d, got %s",
        what,
        rows,
        columns,
        tensor.value().shape());
  }

  static void notEmpty(String what, Tensor tensor) {
    Require.that(
        tensor.value().size() > 0, "%s needs entries, got %s", what, tensor.value().shape());
  }

  static void length(String what, int length, int rows) {
    Require.that(length == rows, "%d %s for %d rows", length, what, rows);
  }

  static void indices(String what, int[] indices, int bound) {
    for (int k = 0; k < indices.length; k++) {
      if (indices[k] < 0 || indices[k] >= bound) {
        throw new IllegalArgumentException(
            "%s %d is %d, outside [0, %d)".formatted(what, k, indices[k], bound));
      }
    }
  }
}
