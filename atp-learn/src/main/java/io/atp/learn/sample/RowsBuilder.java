package io.atp.learn.sample;

import io.atp.learn.tensor.sparse.SparseRows;
import java.util.Arrays;

/// Writes sparse rows one entry after another.
final class RowsBuilder {
  private final int[] offsets;
  private int[] columns = new int[64];
  private float[] weights = new float[64];
  private int rows;
  private int size;

  RowsBuilder(int rowCount) {
    offsets = new int[rowCount + 1];
  }

  void add(int column, double weight) {
    if (size == columns.length) {
      columns = Arrays.copyOf(columns, 2 * size);
      weights = Arrays.copyOf(weights, 2 * size);
    }
    columns[size] = column;
    weights[size++] = (float) weight;
  }

  void endRow() {
    offsets[++rows] = size;
  }

  SparseRows build(int columnCount) {
    return new SparseRows(
        offsets, Arrays.copyOf(columns, size), Arrays.copyOf(weights, size), columnCount);
  }
}
