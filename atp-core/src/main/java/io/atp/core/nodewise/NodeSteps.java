package io.atp.core.nodewise;

import io.atp.core.runtime.Require;

/// L: the number of hops `l_u` after which a node stops to take in. A node that stopped still
/// sends.
public sealed interface NodeSteps {
  /// Every node goes as far as the hops do.
  record AllHops() implements NodeSteps {}

  /// NDLS: the first step whose state is closer than ε to the state of infinitely many, `l_u =
  /// min{k : ‖X⁽ᵏ⁾_u − X⁽∞⁾_u‖₂ < ε}`.
  ///
  /// @param epsilon ε
  /// @param mostSteps for nodes that do not come that close before
  /// @param distance how far apart two states are
  record ByDistance(double epsilon, int mostSteps, Distance distance) implements NodeSteps {
    public ByDistance {
      Require.that(
          epsilon > 0 && epsilon < Double.POSITIVE_INFINITY,
          "epsilon must be positive and finite, got %s",
          epsilon);
      Require.atLeast("mostSteps", mostSteps, 0);
    }
  }

  /// NDM: `l_u = ⌊τ · ln(2m / √(d_min · d_u)) / ln √(2m/n)⌋`, longer for nodes of few neighbours,
  /// with the degrees d̂ of the masked graph.
  ///
  /// @param tau τ
  /// @param edges what 2m is
  record ByDegree(double tau, EdgeCount edges) implements NodeSteps {
    public ByDegree {
      Require.that(
          tau > 0 && tau < Double.POSITIVE_INFINITY,
          "tau must be positive and finite, got %s",
          tau);
    }
  }

  /// How far a state is from the over-smoothed one.
  enum Distance {
    /// In units of `s_u = d̂_u^(r_u)`, so that large features of a hub do not make it walk on.
    RELATIVE,
    /// As the features are.
    ABSOLUTE
  }

  /// The 2m of NDM's length.
  enum EdgeCount {
    /// Twice the stored entries of A + I, as in its published code, which its τ are tuned for.
    STORED_TWICE,
    /// Σ d̂, as in its article.
    STORED
  }
}
