package io.atp.core.push;

import io.atp.core.runtime.Require;

/// How far a level push goes and what is kept of it.
///
/// @param weights of the levels 0 … N
/// @param threshold rmax: a node passes on `r_l(u) ≥ rmax · d̂_u`; 0 passes everything on
/// @param keep entries of a row that are kept, the largest after the column factor
/// @param keepRowScale multiply row i by `s_i = d̂_i^(r_i)` as well; of no effect on a learner that
///   divides by row sums
public record LevelPushConfig(
    SourceWeights weights, double threshold, int keep, boolean keepRowScale) {
  /// Of the levels of a walk that begins at a source.
  @FunctionalInterface
  public interface SourceWeights {
    LevelWeights of(int source);
  }

  /// The same proportions for all sources, scaled to sum 1.
  public LevelPushConfig(LevelWeights weights, double threshold, int keep, boolean keepRowScale) {
    this(same(weights.normalised()), threshold, keep, keepRowScale);
  }

  private static SourceWeights same(LevelWeights weights) {
    return _ -> weights;
  }

  public LevelPushConfig {
    Require.that(
        threshold >= 0 && threshold < Double.POSITIVE_INFINITY,
        "threshold must be finite and not negative, got %s",
        threshold);
    Require.atLeast("keep", keep, 1);
  }

  /// The published settings of GRAND+ for Cora: 20 levels, α = 0.2, rmax = 1e-7, the largest 32.
  public static LevelPushConfig defaults() {
    return new LevelPushConfig(LevelWeights.truncatedPageRank(20, 0.2), 1e-7, 32, false);
  }
}
