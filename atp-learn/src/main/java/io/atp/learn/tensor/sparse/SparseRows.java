package io.atp.learn.tensor.sparse;

import io.atp.core.kernel.WeightedRows;
import io.atp.core.runtime.Require;

/// A few weighted rows on the heap: row i lists `columnIds[offsets[i] .. offsets[i+1])` with their
/// weights. Made for batches of top-k rows, which come and go.
public final class SparseRows implements SparsePair, SparseOperand {
  private final int[] offsets;
  private final int[] columnIds;
  private final float[] weights;
  private final int columns;
  private SparseRows transposed;

  /// Borrows the arrays.
  ///
  /// @param columns rows of the matrix that `columnIds` point into
  public SparseRows(int[] offsets, int[] columnIds, float[] weights, int columns) {
    Require.that(
        offsets.length > 0
            && offsets[0] == 0
            && offsets[offsets.length - 1] == columnIds.length
            && columnIds.length == weights.length,
        "offsets of %d rows must run from 0 to %d entries with %d weights",
        offsets.length - 1,
        columnIds.length,
        weights.length);
    for (int i = 1; i < offsets.length; i++) {
      if (offsets[i] < offsets[i - 1]) {
        throw new IllegalArgumentException(
            "row %d runs from entry %d to %d".formatted(i - 1, offsets[i - 1], offsets[i]));
      }
    }
    for (int column : columnIds) {
      if (column < 0 || column >= columns) {
        throw new IllegalArgumentException(
            "a row lists column %d of %d columns".formatted(column, columns));
      }
    }
    this.offsets = offsets;
    this.columnIds = columnIds;
    this.weights = weights;
    this.columns = columns;
  }

  /// The same entries with each row scaled to a sum; an empty row stays empty.
  ///
  /// @param sums one per row
  public SparseRows withRowSums(double[] sums) {
    float[] scaled = new float[weights.length];
    for (int row = 0; row < rows(); row++) {
      double sum = 0;
      for (int at = offsets[row]; at < offsets[row + 1]; at++) {
        sum += weights[at];
      }
      for (int at = offsets[row]; at < offsets[row + 1]; at++) {
        scaled[at] = (float) (weights[at] * sums[row] / sum);
      }
    }
    return new SparseRows(offsets, columnIds, scaled, columns);
  }

  @Override
  public int rows() {
    return offsets.length - 1;
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public long offset(int row) {
    return offsets[row];
  }

  @Override
  public void stage(int row, WeightedRows list) {
    int first = offsets[row];
    int count = offsets[row + 1] - first;
    list.reset(count);
    System.arraycopy(columnIds, first, list.rows(), 0, count);
    System.arraycopy(weights, first, list.weights(), 0, count);
    list.count(count);
  }

  @Override
  public SparseOperand plain() {
    return this;
  }

  @Override
  public synchronized SparseOperand transposed() {
    if (transposed == null) {
      transposed = transpose();
    }
    return transposed;
  }

  private SparseRows transpose() {
    int[] starts = new int[columns + 1];
    for (int column : columnIds) {
      starts[column + 1]++;
    }
    for (int column = 0; column < columns; column++) {
      starts[column + 1] += starts[column];
    }
    int[] next = starts.clone();
    int[] rowIds = new int[columnIds.length];
    float[] dealt = new float[columnIds.length];
    for (int row = 0; row < rows(); row++) {
      for (int at = offsets[row]; at < offsets[row + 1]; at++) {
        int to = next[columnIds[at]]++;
        rowIds[to] = row;
        dealt[to] = weights[at];
      }
    }
    return new SparseRows(starts, rowIds, dealt, rows());
  }
}
