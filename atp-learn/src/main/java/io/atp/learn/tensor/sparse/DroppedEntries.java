package io.atp.learn.tensor.sparse;

import io.atp.core.kernel.EntryMask;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.WeightedRows;

/// A matrix, or its transpose, without the entries that a [SparseDropout] leaves out.
///
/// @param isTransposed whether `all` lists entry (i, j) of the matrix in row j
record DroppedEntries(
    SparseOperand all, SparseDropout dropout, EntryMask mask, boolean isTransposed)
    implements SparseOperand {
  record Pair(SparsePair all, SparseDropout dropout) implements SparsePair {
    @Override
    public SparseOperand plain() {
      return new DroppedEntries(all.plain(), dropout, dropout.mask(), false);
    }

    @Override
    public SparseOperand transposed() {
      return new DroppedEntries(all.transposed(), dropout, dropout.mask(), true);
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
    Kernels.active().drop(list, mask, row, isTransposed);
    list.scale(list.scale() * dropout.scale());
  }
}
