package io.atp.core.correct;

import io.atp.core.graph.ConnectedComponents;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import io.atp.core.spectral.EigenPair;
import io.atp.core.spectral.Lanczos;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// |λ₂| of each component's walk P = D̂⁻¹Â: the largest modulus among its eigenvalues but the
/// leading 1.
///
/// The modulus, because a component forgets where a walk began at the rate of its slowest mode,
/// whether that decays or flips its sign at each step: a complete bipartite graph with loops has λ₂
/// = 1/(a+1), but λ_min = −(a−1)/(a+1). The loops keep λ_min > −1.
///
/// λ₂² is the largest eigenvalue of S² = (D̂^−½ÂD̂^−½)² outside the known leading vector √d̂, which
/// Lanczos finds with that vector deflated: one run for both ends of the spectrum.
final class SecondEigenvalue {
  private static final System.Logger LOG = System.getLogger(SecondEigenvalue.class.getName());

  /// Relative residual for λ₂²; the error of the eigenvalue is of the order of its square.
  private static final double TOLERANCE = 1e-8;

  private static final int MAX_ITERATIONS = 500;

  /// Components up to this size are left to one thread each: a team would spend its time waiting.
  private static final int SERIAL_NODES = 1 << 12;

  private static final int COMPONENTS_AT_A_TIME = 1 << 4;

  private SecondEigenvalue() {}

  /// @param values one number per component, 0 for a single node
  /// @param converged whether every iteration reached its tolerance
  record Found(double[] values, boolean converged) {}

  /// The graph must be symmetric.
  static Found perComponent(CsrGraph graph, ConnectedComponents components, Workspace scratch) {
    double[] found = new double[components.count()];
    var unconverged = new AtomicInteger();
    int[] nodes = components.grouped();
    int[] starts = starts(components);
    var walks = new ComponentWalk.Team(graph, nodes);
    Workers workers = scratch.workers();
    try (Workers alone = new Workers(1)) {
      workers.forEachRange(
          found.length,
          COMPONENTS_AT_A_TIME,
          (from, to) -> {
            for (int component = from; component < to; component++) {
              int size = components.sizes()[component];
              if (size > 1 && size <= SERIAL_NODES) {
                found[component] =
                    of(walks.walk(starts[component], size, alone), alone, unconverged);
              }
            }
          });
    }
    for (int component = 0; component < found.length; component++) {
      int size = components.sizes()[component];
      if (size > SERIAL_NODES) {
        found[component] = of(walks.walk(starts[component], size, workers), workers, unconverged);
      }
    }
    return new Found(found, unconverged.get() == 0);
  }

  private static double of(ComponentWalk walk, Workers workers, AtomicInteger unconverged) {
    double[] start = new double[walk.size()];
    Arrays.setAll(start, i -> StatelessHash.unit(StatelessHash.mix(i + 1)) - 0.5);
    EigenPair squared =
        Lanczos.largest(
            walk::applyTwice,
            walk.size(),
            start,
            List.of(walk.leadingVector()),
            TOLERANCE,
            MAX_ITERATIONS,
            workers);
    if (!squared.convergence().converged()) {
      unconverged.incrementAndGet();
      LOG.log(
          System.Logger.Level.WARNING,
          "second eigenvalue of a component of {0} nodes: residual {1} after {2} iterations, where"
              + " {3} was asked for",
          walk.size(),
          squared.convergence().residual(),
          squared.convergence().iterations(),
          TOLERANCE);
    }
    return Math.sqrt(Math.max(0, squared.value()));
  }

  private static int[] starts(ConnectedComponents components) {
    int[] starts = new int[components.count()];
    for (int i = 1; i < starts.length; i++) {
      starts[i] = starts[i - 1] + components.sizes()[i - 1];
    }
    return starts;
  }
}
