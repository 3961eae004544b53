package io.atp.core.nodewise;

import io.atp.core.runtime.Require;

/// H: what the state after l hops weighs in the sum. In a list of hops, weights make partial sums.
public sealed interface HopWeights {
  /// Those of the backbone; a list of hops stays a list of hops.
  record Own() implements HopWeights {}

  /// NDLS: `1 / (l_u + 1)` for each; a list of hops stays one.
  record Mean() implements HopWeights {}

  /// Heat: `e^−t · t^l / l!`, the solution of `dX/dt = −(I − M) X` at time t.
  ///
  /// A list shows the state at times `0, t/K, 2t/K … t`.
  ///
  /// @param time t
  /// @param eulerSteps 0 for the series, cut off after `⌈t + 4√t⌉` terms, which leaves less than a
  ///   thousandth; else `((1 − t/E)·I + t/E·M)^E`, as DGC is published
  record Heat(double time, int eulerSteps) implements HopWeights {
    public Heat {
      Require.that(time > 0 && time <= 700, "heat time must lie in (0, 700], got %s", time);
      Require.atLeast("eulerSteps", eulerSteps, 0);
      Require.that(
          eulerSteps == 0 || time <= eulerSteps,
          "%d Euler steps are unstable over a time of %s; they must be at least as many",
          eulerSteps,
          time);
    }
  }

  /// NDM: `ω^l / ((l!)^ρ · C)`, C their infinite sum; ρ = 1 is heat, a smaller ρ has the longer
  /// tail.
  ///
  /// @param omega ω
  /// @param rho ρ
  /// @param renormalise whether the weights a node uses, those up to `l_u` or to the end of a list,
  ///   are made to sum to 1; the published code does not
  record Power(double omega, double rho, boolean renormalise) implements HopWeights {
    public Power {
      Require.that(
          omega > 0 && omega < Double.POSITIVE_INFINITY,
          "omega must be positive and finite, got %s",
          omega);
      Require.that(
          rho >= 0 && rho < Double.POSITIVE_INFINITY,
          "rho must be finite and not negative, got %s",
          rho);
      Require.that(
          rho > 0 || omega < 1, "rho = 0 needs omega below 1 for a finite sum, got %s", omega);
    }
  }

  /// Personalised PageRank: `α(1−α)^l`.
  ///
  /// @param restartProbability α
  record PageRank(double restartProbability) implements HopWeights {
    public PageRank {
      Require.that(
          restartProbability > 0 && restartProbability <= 1,
          "restartProbability must lie in (0, 1], got %s",
          restartProbability);
    }
  }
}
