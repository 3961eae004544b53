package io.atp.core.push;

import io.atp.core.runtime.Require;

/// How exact a randomised push is.
///
/// @param weights of the levels 0 … L
/// @param threshold δ: amounts below this share of the column's sum are left to chance; 0 leaves
///   nothing to it
/// @param seed decides every chance, together with column, level and node
public record RandomisedPushConfig(LevelWeights weights, double threshold, long seed) {
  public RandomisedPushConfig {
    Require.that(
        threshold >= 0 && threshold < Double.POSITIVE_INFINITY,
        "threshold must be finite and not negative, got %s",
        threshold);
  }

  /// The published settings of AGP for Reddit, with the weights of APPNP.
  public static RandomisedPushConfig defaults(long seed) {
    return new RandomisedPushConfig(LevelWeights.personalisedPageRank(20, 0.1), 1e-7, seed);
  }
}
