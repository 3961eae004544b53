package io.atp.core.push;

import io.atp.core.runtime.Require;

/// How far a forward push goes and what is kept of it.
///
/// @param restartProbability α, in (0, 1]
/// @param epsilon a node passes on `r_v ≥ α · ε · d_v`; the work grows with `1 / (α · ε)`
/// @param keep entries of a row that are kept, the largest
/// @param selfLoops walk on Â = A + I, as the operator of the paper does, or on A
/// @param rankBy what decides which entries are the largest
public record ForwardPushConfig(
    double restartProbability, double epsilon, int keep, boolean selfLoops, RankBy rankBy) {
  public ForwardPushConfig {
    Require.that(
        restartProbability > 0 && restartProbability <= 1,
        "restartProbability must lie in (0, 1], got %s",
        restartProbability);
    Require.that(
        epsilon > 0 && epsilon < Double.POSITIVE_INFINITY,
        "epsilon must be positive and finite, got %s",
        epsilon);
    Require.atLeast("keep", keep, 1);
  }

  /// On Â, the largest 32 after scaling.
  public static ForwardPushConfig defaults() {
    return new ForwardPushConfig(0.25, 1e-4, 32, true, RankBy.SCALED);
  }

  /// PPRGo as published: on A without loops, the largest 32 before scaling.
  public static ForwardPushConfig published() {
    return new ForwardPushConfig(0.25, 1e-4, 32, false, RankBy.RAW);
  }
}
