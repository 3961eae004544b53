package io.atp.core.feature;

import io.atp.core.runtime.Hashed;

/// A feature row per node that is stored somewhere, or computed when it is asked for: X, n × f.
public sealed interface Features extends ColumnSource, Hashed
    permits ComputedFeatures, RowMajorFeatures, SparseFeatures {
  /// Σ_c x_uc · x_vc, in `double`.
  double dot(int u, int v);

  /// Bytes the numbers take, in memory or mapped.
  long sizeBytes();

  @Override
  default long residentBytes() {
    return sizeBytes();
  }
}
