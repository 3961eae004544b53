package io.atp.core.encode;

import io.atp.core.spectral.Convergence;

/// One value a node from an iteration, and how the iteration ended.
public record Centrality(double[] values, Convergence convergence) {
  private static final System.Logger LOG = System.getLogger(Centrality.class.getName());

  /// Says so in the log where the iteration did not reach its tolerance.
  Centrality logged(String name, double tolerance) {
    if (!convergence.converged()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} stopped after {1} iterations with a residual of {2}, above {3}",
          name,
          convergence.iterations(),
          convergence.residual(),
          tolerance);
    }
    return this;
  }
}
