package io.atp.learn.plan;

/// What of `M = D^(R−1) (A + I) D^(−R)` a backbone looks at, and so what of ATP can act in it.
public enum OperatorUse {
  /// Features alone.
  NOTHING,
  /// Who listens to whom. Edges get weights of the backbone's own, as in attention: of ATP the
  /// correction acts, coefficients do not.
  TOPOLOGY,
  /// All of it.
  WEIGHTS
}
