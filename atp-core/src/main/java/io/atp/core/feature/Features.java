package io.atp.core.feature;

import java.lang.foreign.MemorySegment;

/// A feature row per node: X, n × f.
public sealed interface Features
    permits ComputedFeatures, DenseFeatures, HalfFeatures, SparseFeatures {
  int rows();

  int width();

  /// Writes columns `[fromColumn, fromColumn + columns)` of one row as floats at byte `at` of
  /// `into`.
  void copyRow(int row, int fromColumn, int columns, MemorySegment into, long at);

  /// Σ_c x_uc · x_vc, in `double`.
  double dot(int u, int v);

  /// Bytes the numbers take, in memory or mapped.
  long sizeBytes();
}
