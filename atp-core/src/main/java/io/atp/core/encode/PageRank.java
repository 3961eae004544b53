package io.atp.core.encode;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphBuilder;
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
    double base = (1 - DAMPING) / (n - DAMPING * isolated);
    double[] q = new double[n];
    double perArc = graph.arcCount() == 0 ? 0 : (1 - isolated * base) / graph.arcCount();
    workers.forEachRange(
        n,
        1 << 16,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            q[i] = graph.degree(i) == 0 ? base : perArc;
          }
        });
    double[] teleport = new double[n];
    Arrays.fill(teleport, base);
    Convergence convergence =
        new ConjugateGradients(new AdjacencyProduct(graph, workers), diagonal, DAMPING, workers)
            .solve(teleport, q, tolerance, maxIterations);
    double total =
        workers.sum(
            n,
            (from, to) -> {
              double sum = 0;
              for (int i = from; i < to; i++) {
                q[i] *= diagonal[i];
                sum += q[i];
              }
              return sum;
            });
    EigenvectorCentrality.scale(q, 1 / total, workers); // 1 up to the residual
    return new Centrality(q, convergence);
  }

  private static Centrality directed(
      CsrGraph graph, double tolerance, int maxIterations, Workspace work) {
    try (Workspace scratch = work.scratch()) {
      return powerIteration(
          graph, transpose(graph, scratch), tolerance, maxIterations, work.workers());
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
      double change =
          incoming.applyAndSum(
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
      if (change <= tolerance || iterations == maxIterations) {
        return new Centrality(p, new Convergence(iterations, change, change <= tolerance));
      }
    }
  }

  /// Arc i → j becomes j → i.
  private static CsrGraph transpose(CsrGraph graph, Workspace scratch) {
    ArcBuffer arcs = new ArcBuffer(scratch);
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
        arcs.add(graph.target(arc), node);
      }
    }
    return GraphBuilder.directed(graph.nodeCount(), scratch).add(arcs).build().graph();
  }
}
