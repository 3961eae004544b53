package io.atp.core.push;

import io.atp.core.runtime.Require;

/// How exact personalised PageRank is to be.
///
/// @param restartProbability α, in (0, 1]
/// @param tolerance relative residual at which the iteration ends; below about `1e-15 / α` rounding
///   keeps it from being reached
/// @param maxIterations products with the operator after which it ends in any case
public record PersonalisedPageRankConfig(
    double restartProbability, double tolerance, int maxIterations) {
  public PersonalisedPageRankConfig {
    Require.that(
        restartProbability > 0 && restartProbability <= 1,
        "restartProbability must lie in (0, 1], got %s",
        restartProbability);
    Require.that(
        tolerance > 0 && tolerance < Double.POSITIVE_INFINITY,
        "tolerance must be positive and finite, got %s",
        tolerance);
    Require.atLeast("maxIterations", maxIterations, 1);
  }

  /// To float precision: the residual falls by 1 − α or better an iteration.
  public static PersonalisedPageRankConfig of(double restartProbability) {
    return new PersonalisedPageRankConfig(restartProbability, 1e-8, 10_000);
  }
}
