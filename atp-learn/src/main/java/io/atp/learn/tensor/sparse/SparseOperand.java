package io.atp.learn.tensor.sparse;

import io.atp.core.kernel.WeightedRows;

/// A constant sparse matrix A, read one row at a time.
///
/// Safe to read from many threads, each with a list of its own.
public interface SparseOperand {
  int rows();

  int columns();

  /// Entries stored before a row; `offset(rows())` is all of them. Serves to share out the work.
  long offset(int row);

  /// Replaces what the list holds by the entries of a row: columns, values, and a factor of all.
  void stage(int row, WeightedRows list);
}
