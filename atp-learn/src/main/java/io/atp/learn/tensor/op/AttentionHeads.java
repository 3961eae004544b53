package io.atp.learn.tensor.op;

import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Tensor;

/// Columns that belong to heads, equally many to each, one head after the other.
final class AttentionHeads {
  private AttentionHeads() {}

  static void requireDivisible(String name, Tensor tensor, int rows, int heads) {
    Require.that(
        tensor.rows() == rows && heads > 0 && tensor.columns() % heads == 0,
        "%s of %d nodes and %d heads are %d × a multiple of %d, got %s",
        name,
        rows,
        heads,
        rows,
        heads,
        tensor.value().shape());
  }
}
