package io.atp.learn.tensor.op;

import io.atp.core.kernel.RowSource;
import io.atp.core.runtime.Require;
import io.atp.learn.tensor.Matrix;
import io.atp.learn.tensor.Tensor;

/// A matrix whose columns belong to heads, equally many to each, one head after the other.
record AttentionHeads(Matrix matrix, int count, RowSource[] sources) {
  static AttentionHeads of(Matrix matrix, int count) {
    int width = matrix.columns() / count;
    RowSource[] sources = new RowSource[count];
    for (int head = 0; head < count; head++) {
      sources[head] =
          new RowSource(matrix.data(), matrix.rows(), matrix.columns(), head * width, width);
    }
    return new AttentionHeads(matrix, count, sources);
  }

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

  int width() {
    return matrix.columns() / count;
  }

  /// Byte position of a head's columns in a row.
  long at(int row, int head) {
    return matrix.at(row) + (long) head * width() * Float.BYTES;
  }
}
