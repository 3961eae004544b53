package io.atp.core.kernel;

/// How the factors of a matrix product are stored, each row after row without gaps.
public enum Orientation {
  /// `C = A · B` with A stored as m × k and B as k × n.
  PLAIN,
  /// `C = Aᵀ · B` with A stored as k × m and B as k × n: the gradient of a weight.
  LEFT_TRANSPOSED,
  /// `C = A · Bᵀ` with A stored as m × k and B as n × k: the gradient of an input.
  RIGHT_TRANSPOSED
}
