package io.atp.learn.tensor.sparse;

import io.atp.core.kernel.WeightedRows;

/// `diag(left) A` and its transpose. Each row of the product is a sum that is scaled at its end, as
/// rows of an operator are, so that both round alike.
record ScaledRows(SparseRows all, float[] left) implements SparsePair, SparseOperand {
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
    list.scale(left[row]);
  }

  @Override
  public SparseOperand plain() {
    return this;
  }

  @Override
  public SparseOperand transposed() {
    return new Transposed(all.transposed(), left);
  }

  /// `Aᵀ diag(left)`.
  private record Transposed(SparseOperand all, float[] left) implements SparseOperand {
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
      int[] from = list.rows();
      float[] weights = list.weights();
      for (int k = 0; k < list.count(); k++) {
        weights[k] *= left[from[k]];
      }
    }
  }
}
