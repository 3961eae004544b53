package io.atp.learn.tensor.sparse;

import io.atp.core.feature.SparseFeatures;
import io.atp.core.runtime.NativeView;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;

/// Sparse features as a constant factor: X, and Xᵀ once a gradient asks for it.
public final class SparseMatrix implements SparsePair {
  private final CsrRows plain;
  private final Workspace work;
  private CsrRows transposed;

  private SparseMatrix(CsrRows plain, Workspace work) {
    this.plain = plain;
    this.work = work;
  }

  /// All rows, without a copy.
  ///
  /// @param work where the transpose will live; must not outlive the features
  public static SparseMatrix of(SparseFeatures features, Workspace work) {
    CsrRows rows =
        new CsrRows(
            features.rows(),
            features.width(),
            NativeView.of(features.offsets(), work.arena()),
            NativeView.of(features.columns(), work.arena()),
            NativeView.of(features.values(), work.arena()));
    return new SparseMatrix(rows, work);
  }

  /// A copy of the rows chosen, in the order given.
  public static SparseMatrix of(SparseFeatures features, int[] chosen, Workspace work) {
    long entries = 0;
    for (int row : chosen) {
      Require.that(
          row >= 0 && row < features.rows(),
          "row %d was chosen of features with %d rows",
          row,
          features.rows());
      entries += features.offset(row + 1) - features.offset(row);
    }
    CsrRows rows = CsrRows.allocate(chosen.length, features.width(), entries, work);
    long next = 0;
    for (int i = 0; i < chosen.length; i++) {
      long end = features.offset(chosen[i] + 1);
      for (long entry = features.offset(chosen[i]); entry < end; entry++) {
        rows.entry(next++, features.column(entry), features.value(entry));
      }
      rows.offset(i + 1, next);
    }
    return new SparseMatrix(rows, work);
  }

  public int rows() {
    return plain.rows();
  }

  public int columns() {
    return plain.columns();
  }

  @Override
  public SparseOperand plain() {
    return plain;
  }

  @Override
  public synchronized SparseOperand transposed() {
    if (transposed == null) {
      transposed = plain.transpose(work);
    }
    return transposed;
  }
}
