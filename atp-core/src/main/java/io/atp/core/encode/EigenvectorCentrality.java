package io.atp.core.encode;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workers;
import io.atp.core.spectral.AdjacencyProduct;
import io.atp.core.spectral.Convergence;
import io.atp.core.spectral.EigenPair;
import io.atp.core.spectral.Lanczos;
import java.util.Arrays;
import java.util.List;

/// `A · u = λ_max · u`, `‖u‖ = 1`, `u ≥ 0`: a node counts for as much as its neighbours do.
///
/// *Symmetric graph*: [Lanczos] from the vector of ones, which settles on bipartite graphs as well.
/// On a disconnected graph the components whose own λ is smaller get 0; where several share the
/// largest one, u is the projection of ones on what they span. *Directed graph*: `A` acts on rows
/// (a node counts for what it listens to) and a shifted power iteration `u ← (A + σ) u` is used, σ
/// half the present λ, so that it settles on periodic graphs; without cycles λ is 0 and it does
/// not.
///
/// The residual `‖Au − λu‖ / λ` is taken anew from the vector returned. A graph without arcs has λ
/// = 0 and every vector for an eigenvector: all entries are 1/√n then, the limit in which all nodes
/// are alike, with residual 0.
public final class EigenvectorCentrality {
  private static final System.Logger LOG = System.getLogger(EigenvectorCentrality.class.getName());

  private EigenvectorCentrality() {}

  /// The eigenvalue, the vector and how far it got; one that did not converge is logged.
  public static EigenPair of(CsrGraph graph, double tolerance, int maxIterations, Workers workers) {
    int n = graph.nodeCount();
    double[] start = new double[n];
    Arrays.fill(start, 1 / Math.sqrt(n));
    if (graph.arcCount() == 0) {
      return new EigenPair(0, start, new Convergence(0, 0, true));
    }
    AdjacencyProduct adjacency = new AdjacencyProduct(graph, workers);
    EigenPair pair =
        graph.symmetric()
            ? symmetric(adjacency, start, tolerance, maxIterations, workers)
            : directed(adjacency, start, tolerance, maxIterations, workers);
    if (!pair.convergence().converged()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "eigenvector centrality stopped after {0} iterations with a residual of {1}, above {2}",
          pair.convergence().iterations(),
          pair.convergence().residual(),
          tolerance);
    }
    return pair;
  }

  private static EigenPair symmetric(
      AdjacencyProduct adjacency,
      double[] start,
      double tolerance,
      int maxIterations,
      Workers workers) {
    EigenPair found =
        Lanczos.largest(
            adjacency, start.length, start, List.of(), tolerance, maxIterations, workers);
    // Entries below zero are rounding around zero: the exact vector has none.
    double[] u = found.vector();
    double length =
        Math.sqrt(
            workers.sum(
                u.length,
                (from, to) -> {
                  double squares = 0;
                  for (int i = from; i < to; i++) {
                    u[i] = Math.max(0.0, u[i]);
                    squares += u[i] * u[i];
                  }
                  return squares;
                }));
    scale(u, 1 / length, workers);
    double[] image = new double[u.length];
    double value = value(adjacency, u, image);
    double residual = residual(u, image, value, workers);
    int iterations = found.convergence().iterations() + 1;
    // Lanczos knows its residual by a recurrence; the true one may end a digit above it.
    boolean converged = found.convergence().converged() && residual <= 10 * tolerance + 1e-13;
    return new EigenPair(value, u, new Convergence(iterations, residual, converged));
  }

  private static EigenPair directed(
      AdjacencyProduct adjacency,
      double[] start,
      double tolerance,
      int maxIterations,
      Workers workers) {
    double[] u = start;
    double[] image = new double[u.length];
    for (int iterations = 1; ; iterations++) {
      double value = value(adjacency, u, image);
      double residual = residual(u, image, value, workers);
      if (residual <= tolerance || iterations == maxIterations) {
        return new EigenPair(
            value, u, new Convergence(iterations, residual, residual <= tolerance));
      }
      double shift = value / 2;
      double[] now = u;
      double squares =
          workers.sum(
              u.length,
              (from, to) -> {
                double sum = 0;
                for (int i = from; i < to; i++) {
                  now[i] = image[i] + shift * now[i];
                  sum += now[i] * now[i];
                }
                return sum;
              });
      scale(u, 1 / Math.sqrt(squares), workers);
    }
  }

  /// `image = A·u`; returns the Rayleigh quotient u · Au of a unit vector.
  private static double value(AdjacencyProduct adjacency, double[] u, double[] image) {
    return adjacency.applyAndSum(
        u,
        image,
        (from, to) -> {
          double sum = 0;
          for (int i = from; i < to; i++) {
            sum += u[i] * image[i];
          }
          return sum;
        });
  }

  private static double residual(double[] u, double[] image, double value, Workers workers) {
    double squares =
        workers.sum(
            u.length,
            (from, to) -> {
              double sum = 0;
              for (int i = from; i < to; i++) {
                double gap = image[i] - value * u[i];
                sum += gap * gap;
              }
              return sum;
            });
    return squares == 0 ? 0 : Math.sqrt(squares) / value;
  }

  static void scale(double[] x, double factor, Workers workers) {
    workers.forEachRange(
        x.length,
        1 << 16,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            x[i] *= factor;
          }
        });
  }
}
