package io.atp.core.push;

import io.atp.core.runtime.Require;

/// How far a reverse push goes.
///
/// @param restartProbability α, in (0, 1]
/// @param threshold rmax: a node passes on what exceeds this share of its column's sum
public record ReversePushConfig(double restartProbability, double threshold) {
  public ReversePushConfig {
    Require.that(
        restartProbability > 0 && restartProbability <= 1,
        "restartProbability must lie in (0, 1], got %s",
        restartProbability);
    Require.that(
        threshold > 0 && threshold < Double.POSITIVE_INFINITY,
        "threshold must be positive and finite, got %s",
        threshold);
  }

  /// The published settings of GBP for Cora.
  public static ReversePushConfig defaults() {
    return new ReversePushConfig(0.1, 1e-4);
  }
}
