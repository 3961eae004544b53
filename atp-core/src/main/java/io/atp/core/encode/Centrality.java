package io.atp.core.encode;

import io.atp.core.spectral.Convergence;

/// One value a node from an iteration, and how the iteration ended.
public record Centrality(double[] values, Convergence convergence) {
  private static final System.Logger LOG = System.getLogger(Centrality.class.getName());

  Centrality logged(String name, double tolerance) {
    logUnlessConverged(name, convergence, tolerance);
    return this;
  }

  /// Says so in the log where an iteration did not reach its tolerance.
  static void logUnlessConverged(String name, Convergence convergence, double tolerance) {
    if (!convergence.converged()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s stopped after %d iterations with a residual of %.1e, above %.1e"
              .formatted(name, convergence.iterations(), convergence.residual(), tolerance));
    }
  }
}
