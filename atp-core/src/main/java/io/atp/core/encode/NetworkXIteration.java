package io.atp.core.encode;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Transpose;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import io.atp.core.spectral.AdjacencyProduct;
import io.atp.core.spectral.Convergence;
import java.util.Arrays;

/// Eigenvector centrality and PageRank as NetworkX gives them: plain iterations that end where the
/// values change by less than 1e-6 a node, `Σ|change| < n · 1e-6`.
///
/// That is early. On Cora the published eigenvector has a residual of 1.6e-4 and lies up to 4.3e-4
/// from the true one, the published PageRank up to 3.4e-5. These vectors are what the authors' code
/// was fed with, so a comparison with its numbers wants them; anything else wants the converged
/// ones. The convergence reported is the last change per node.
final class NetworkXIteration {
  private static final double CHANGE_PER_NODE = 1e-6;

  private NetworkXIteration() {}

  /// `x ← (A + 1) x / ‖(A + 1) x‖` from 1/n.
  static Centrality eigenvector(CsrGraph graph, int maxIterations, Workers workers) {
    int n = graph.nodeCount();
    AdjacencyProduct adjacency = new AdjacencyProduct(graph, workers);
    double[] x = new double[n];
    double[] next = new double[n];
    Arrays.fill(x, 1.0 / n);
    for (int iterations = 1; ; iterations++) {
      double[] now = x;
      double[] image = next;
      double squares =
          adjacency.applyAndSum(
              now,
              image,
              (from, to) -> {
                double sum = 0;
                for (int i = from; i < to; i++) {
                  image[i] += now[i];
                  sum += image[i] * image[i];
                }
                return sum;
              });
      double scale = squares == 0 ? 1 : 1 / Math.sqrt(squares);
      double change =
          workers.sum(
              n,
              (from, to) -> {
                double sum = 0;
                for (int i = from; i < to; i++) {
                  image[i] *= scale;
                  sum += Math.abs(image[i] - now[i]);
                }
                return sum;
              });
      x = image;
      next = now;
      if (ended(change, n, iterations, maxIterations)) {
        return new Centrality(x, convergence(change, n, iterations));
      }
    }
  }

  /// `p ← α (Aᵀ D⁻¹ p + (Σ p over nodes without arcs) / n) + (1 − α) / n` from 1/n.
  static Centrality pageRank(CsrGraph graph, int maxIterations, Workspace work) {
    int n = graph.nodeCount();
    Workers workers = work.workers();
    try (Workspace scratch = work.scratch()) {
      AdjacencyProduct incoming = new AdjacencyProduct(Transpose.of(graph, scratch), workers);
      double[] p = new double[n];
      double[] perArc = new double[n];
      double[] received = new double[n];
      Arrays.fill(p, 1.0 / n);
      for (int iterations = 1; ; iterations++) {
        double change = PageRank.powerStep(graph, incoming, p, perArc, received, workers);
        if (ended(change, n, iterations, maxIterations)) {
          return new Centrality(p, convergence(change, n, iterations));
        }
      }
    }
  }

  private static boolean ended(double change, int n, int iterations, int maxIterations) {
    return change < n * CHANGE_PER_NODE || iterations == maxIterations;
  }

  private static Convergence convergence(double change, int n, int iterations) {
    return new Convergence(iterations, change / n, change < n * CHANGE_PER_NODE);
  }
}
