package io.atp.learn.tune;

import io.atp.core.runtime.Require;

/// How much a search may spend, for the baseline and for ATP each.
///
/// @param runs most training runs, or 0 for no such bound
/// @param seconds most time, or 0 for no such bound; a search bounded by time is not repeatable
/// @param repeats of the finalists
public record TuneConfig(int runs, double seconds, int repeats, long seed) {
  public TuneConfig {
    Require.that(runs > 0 || seconds > 0, "a search needs a budget of runs or seconds");
    Require.atLeast("runs", runs, 0);
    Require.atLeast("repeats", repeats, 1);
  }

  /// How many candidates beside the classic ones have a run, however small the budget.
  int leastOthers() {
    return Math.clamp(runs / 4, 2, 5);
  }
}
