package io.atp.core.correct;

import io.atp.core.runtime.Require;

/// Which nodes lose edges: the set Ṽ of the paper's Algorithm 1.
public sealed interface NodeChoice {
  /// The `highDegreeShare` (θ) of nodes with the largest degree, ties to the lower id, and of the
  /// others each with probability `sampledShare` (s).
  record TopAndSampled(double highDegreeShare, double sampledShare) implements NodeChoice {
    public TopAndSampled {
      Require.share("highDegreeShare", highDegreeShare);
      Require.share("sampledShare", sampledShare);
    }
  }

  /// Nodes whose walk is within `epsilon` of the steady state after `steps` hops: `√((2m+n)/d̂_i) ·
  /// λ₂^steps ≤ epsilon`, with m, n and λ₂ those of the node's own component.
  record SmoothingBound(double epsilon, int steps) implements NodeChoice {
    public SmoothingBound {
      Require.finite("epsilon", epsilon);
      Require.that(epsilon > 0, "epsilon must be positive, got %s", epsilon);
      Require.atLeast("steps", steps, 1);
    }
  }

  /// Nodes of at least this degree.
  record DegreeAtLeast(int degree) implements NodeChoice {
    public DegreeAtLeast {
      Require.atLeast("degree", degree, 0);
    }
  }
}
