package io.atp.learn.tensor.sparse;

import io.atp.core.kernel.WeightedRows;

/// A matrix, or its transpose, without the entries that a [SparseDropout] leaves out.
///
/// @param isTransposed whether `all` lists entry (i, j) of the matrix in row j
record DroppedEntries(SparseOperand all, SparseDropout dropout, boolean isTransposed)
    implements SparseOperand {
  record Pair(SparsePair all, SparseDropout dropout) implements SparsePair {
    @Override
    public SparseOperand plain() {
      return new DroppedEntries(all.plain(), dropout, false);
    }

    @Override
    public SparseOperand transposed() {
      return new DroppedEntries(all.transposed(), dropout, true);
    }
  }

  @Override
  public int rows() {
    return all.rows();
  }

  @Override
  public int columns() {
    return all.columns();
  }

  @Override
  public long offset(int row) {
    return all.offset(row);
  }

  @Override
  public void stage(int row, WeightedRows list) {
    all.stage(row, list);
    int[] rows = list.rows();
    float[] weights = list.weights();
    int count = list.count();
    int kept = 0;
    for (int k = 0; k < count; k++) {
      int other = rows[k];
      boolean stays = isTransposed ? dropout.keeps(other, row) : dropout.keeps(row, other);
      rows[kept] = other;
      weights[kept] = weights[k];
      kept += stays ? 1 : 0;
    }
    list.count(kept);
    list.scale(list.scale() * dropout.scale());
  }
}
