package io.atp.core.encode;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workers;
import io.atp.core.spectral.AdjacencyProduct;
import io.atp.core.spectral.ConjugateGradients;
import io.atp.core.spectral.Convergence;
import io.atp.core.spectral.EigenPair;
import java.util.Arrays;

/// `x = α · A · x + 1` with `α = 0.9 / λ_max`, then scaled to unit length: the walks that start at
/// a node, each step fainter by α.
///
/// *Symmetric graph*: conjugate gradients on `I − αA`, whose eigenvalues lie in [0.1, 1.9].
/// *Directed graph* (rows: walks along the arcs): the fixed-point iteration, with the largest
/// relative change as residual. A graph without arcs has no walks but the empty ones: all entries
/// are 1/√n.
public final class KatzCentrality {
  private static final System.Logger LOG = System.getLogger(KatzCentrality.class.getName());

  /// α · λ_max.
  public static final double SHARE_OF_LIMIT = 0.9;

  private KatzCentrality() {}

  /// Finds λ_max first.
  public static Centrality of(
      CsrGraph graph, double tolerance, int maxIterations, Workers workers) {
    return of(
        graph,
        EigenvectorCentrality.of(graph, tolerance, maxIterations, workers),
        tolerance,
        maxIterations,
        workers);
  }

  /// With the leading eigenpair of the same graph at hand.
  public static Centrality of(
      CsrGraph graph, EigenPair leading, double tolerance, int maxIterations, Workers workers) {
    double[] x = new double[graph.nodeCount()];
    if (graph.arcCount() == 0) {
      Arrays.fill(x, 1 / Math.sqrt(x.length));
      return new Centrality(x, new Convergence(0, 0, true));
    }
    double decay = SHARE_OF_LIMIT / limit(graph, leading, workers);
    AdjacencyProduct adjacency = new AdjacencyProduct(graph, workers);
    Arrays.fill(x, 1);
    Convergence convergence =
        graph.symmetric()
            ? symmetric(adjacency, decay, x, tolerance, maxIterations, workers)
            : directed(adjacency, decay, x, tolerance, maxIterations, workers);
    double squares =
        workers.sum(
            x.length,
            (from, to) -> {
              double sum = 0;
              for (int i = from; i < to; i++) {
                sum += x[i] * x[i];
              }
              return sum;
            });
    EigenvectorCentrality.scale(x, 1 / Math.sqrt(squares), workers);
    return new Centrality(x, convergence).logged("Katz centrality", tolerance);
  }

  /// λ_max; where it is not known well, the largest degree, which is never below it.
  private static double limit(CsrGraph graph, EigenPair leading, Workers workers) {
    boolean known = leading.convergence().converged() && leading.value() > 0;
    if (known) {
      return leading.value();
    }
    int bound = graph.maxDegree(workers);
    LOG.log(
        System.Logger.Level.WARNING,
        ("Katz centrality takes the largest degree, %d, for the largest eigenvalue, found as %s"
                + " with a residual of %.1e")
            .formatted(bound, leading.value(), leading.convergence().residual()));
    return bound;
  }

  private static Convergence symmetric(
      AdjacencyProduct adjacency,
      double decay,
      double[] x,
      double tolerance,
      int maxIterations,
      Workers workers) {
    double[] ones = x.clone();
    return new ConjugateGradients(adjacency, ones, decay, workers)
        .solve(ones, x, tolerance, maxIterations);
  }

  private static Convergence directed(
      AdjacencyProduct adjacency,
      double decay,
      double[] x,
      double tolerance,
      int maxIterations,
      Workers workers) {
    double[] image = new double[x.length];
    for (int iterations = 1; ; iterations++) {
      adjacency.apply(x, image);
      double change =
          workers.max(
              x.length,
              (from, to) -> {
                double largest = 0;
                for (int i = from; i < to; i++) {
                  double next = 1 + decay * image[i];
                  largest = Math.max(largest, Math.abs(next - x[i]) / next);
                  x[i] = next;
                }
                return largest;
              });
      if (change <= tolerance || iterations == maxIterations) {
        return new Convergence(iterations, change, change <= tolerance);
      }
    }
  }
}
