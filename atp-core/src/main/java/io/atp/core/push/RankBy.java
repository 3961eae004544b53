package io.atp.core.push;

/// By what the entries of a row are compared when only the largest are kept.
public enum RankBy {
  /// The weight that is stored, `s_i · π_ij / s_j`. The row factor s_i changes no order, the column
  /// factor does.
  SCALED,
  /// π_ij before scaling, as published.
  RAW
}
