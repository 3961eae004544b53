package io.atp.core.feature;

/// A feature row per node that is stored somewhere: X, n × f.
public sealed interface Features extends ColumnSource
    permits DenseFeatures, HalfFeatures, SparseFeatures {
  /// Σ_c x_uc · x_vc, in `double`.
  double dot(int u, int v);

  long sizeBytes();

  @Override
  default long residentBytes() {
    return sizeBytes();
  }
}
