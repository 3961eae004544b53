package io.atp.core.encode;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Transpose;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import io.atp.core.spectral.AdjacencyProduct;
import io.atp.core.spectral.ConjugateGradients;
import io.atp.core.spectral.Convergence;
import java.util.Arrays;

/// `p = α · Aᵀ D⁻¹ p + ((1 − α) + α · Σ p over nodes without arcs) / n`, `Σ p = 1`, α = 0.85.
///
/// *Symmetric graph.* The isolated nodes hold p = b each, with `b = (1 − α) / (n − α · isolated)`,
/// and the others solve `(D − αA) q = b`, `p = D q`: a positive definite system that conjugate
/// gradients solve in about a third of the steps of the power iteration, the more so from the guess
/// `p ∝ d`, the limit for α → 1. The residual is that of [ConjugateGradients].
///
/// *Directed graph.* The walk follows the arcs of the rows; plain power iteration on the transposed
/// graph, which is built in scratch memory; the residual is the sum of the absolute changes.
public final class PageRank {
  public static final double DAMPING = 0.85;

  private PageRank() {}

  public static Centrality of(CsrGraph graph, double tolerance, int maxIterations, Workspace work) {
    if (graph.nodeCount() == 0) {
      return new Centrality(new double[0], new Convergence(0, 0, true));
    }
    Centrality result =
        graph.symmetric()
            ? symmetric(graph, tolerance, maxIterations, work.workers())
            : directed(graph, tolerance, maxIterations, work);
    return result.logged("PageRank", tolerance);
  }

  private static Centrality symmetric(
      CsrGraph graph, double tolerance, int maxIterations, Workers workers) {
    int n = graph.nodeCount();
    double[] diagonal = new double[n];
    double isolated =
        workers.sum(
            n,
            (from, to) -> {
              int count = 0;
              for (int i = from; i < to; i++) {
                int degree = graph.degree(i);
                diagonal[i] = Math.max(1, degree); // 1 keeps the row of an isolated node: q = b
                count += degree == 0 ? 1 : 0;
              }
              return count;
            });
    // In units of b: teleport and isolated nodes are 1, and all together are 1 / b.
    double total = (n - DAMPING * isolated) / (1 - DAMPING);
    double perArc = (total - isolated) / Math.max(1, graph.arcCount());
    double[] teleport = new double[n];
    Arrays.fill(teleport, 1);
    double[] q = new double[n];
    double[] image = new double[n]; // A · q, known for a constant q without a product
    workers.forEachRange(
        n,
        1 << 16,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int degree = graph.degree(i);
            q[i] = degree == 0 ? 1 : perArc;
            image[i] = degree * perArc;
          }
        });
    Convergence convergence =
        new ConjugateGradients(new AdjacencyProduct(graph, workers), diagonal, DAMPING, workers)
            .solve(teleport, q, image, tolerance, maxIterations);
    double sum =
        workers.sum(
            n,
            (from, to) -> {
              double part = 0;
              for (int i = from; i < to; i++) {
                q[i] *= diagonal[i];
                part += q[i];
              }
              return part;
            });
    EigenvectorCentrality.scale(q, 1 / sum, workers); // the total, up to the residual
    return new Centrality(q, convergence);
  }

  private static Centrality directed(
      CsrGraph graph, double tolerance, int maxIterations, Workspace work) {
    try (Workspace scratch = work.scratch()) {
      return powerIteration(
          graph, Transpose.of(graph, scratch), tolerance, maxIterations, work.workers());
    }
  }

  private static Centrality powerIteration(
      CsrGraph graph, CsrGraph transposed, double tolerance, int maxIterations, Workers workers) {
    int n = graph.nodeCount();
    AdjacencyProduct incoming = new AdjacencyProduct(transposed, workers);
    double[] p = new double[n];
    double[] perArc = new double[n];
    double[] received = new double[n];
    Arrays.fill(p, 1.0 / n);
    for (int iterations = 1; ; iterations++) {
      double change = powerStep(graph, incoming, p, perArc, received, workers);
      if (change <= tolerance || iterations == maxIterations) {
        return new Centrality(p, new Convergence(iterations, change, change <= tolerance));
      }
    }
  }

  /// One step of the power iteration on `p`, in place; returns the sum of the absolute changes.
  static double powerStep(
      CsrGraph graph,
      AdjacencyProduct incoming,
      double[] p,
      double[] perArc,
      double[] received,
      Workers workers) {
    int n = p.length;
    double dangling =
        workers.sum(
            n,
            (from, to) -> {
              double sum = 0;
              for (int i = from; i < to; i++) {
                int degree = graph.degree(i);
                perArc[i] = degree == 0 ? 0 : p[i] / degree;
                sum += degree == 0 ? p[i] : 0;
              }
              return sum;
            });
    double base = (1 - DAMPING + DAMPING * dangling) / n;
    return incoming.applyAndSum(
        perArc,
        received,
        (from, to) -> {
          double sum = 0;
          for (int i = from; i < to; i++) {
            double next = base + DAMPING * received[i];
            sum += Math.abs(next - p[i]);
            p[i] = next;
          }
          return sum;
        });
  }
}
