package io.atp.spark.room;

import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.PageRank;
import io.atp.core.spectral.ConjugateGradients;
import io.atp.core.spectral.Convergence;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.vector.BlockGradientSteps;
import io.atp.spark.vector.NodeVectors;
import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;

/// [PageRank] over partitions: conjugate gradients where the graph is symmetric, power iteration on
/// the reversed arcs where it is not.
final class BlockPageRank {
  static final double NETWORKX_CHANGE = 1e-6;
  private static final double DAMPING = PageRank.DAMPING;
  private static final int P = 0;
  private static final int PER_ARC = 1;
  private static final int RECEIVED = 2;
  private static final int DEGREE = 3;

  private BlockPageRank() {}

  /// A value a node, and how the iteration ended.
  record Values(JavaRDD<double[]> values, Convergence convergence) {}

  static Values of(BlockGraph graph, EncodingConfig config) {
    if (config.stop() == EncodingConfig.Stop.NETWORKX) {
      double enough = graph.nodeCount() * NETWORKX_CHANGE;
      Values found = powerIteration(graph, Math.nextDown(enough), config.maxIterations());
      Convergence c = found.convergence();
      return new Values(
          found.values(),
          new Convergence(c.iterations(), c.residual() / graph.nodeCount(), c.converged()));
    }
    return graph.symmetric()
        ? symmetric(graph, config)
        : powerIteration(graph, config.tolerance(), config.maxIterations());
  }

  private static Values symmetric(BlockGraph graph, EncodingConfig config) {
    int n = graph.nodeCount();
    long isolated =
        graph
            .blocks()
            .map(
                block -> {
                  long count = 0;
                  for (int row = 0; row < block.rows(); row++) {
                    count += block.degree(row) == 0 ? 1 : 0;
                  }
                  return count;
                })
            .fold(0L, Long::sum);
    // In units of b: teleport and isolated nodes are 1, and all together are 1 / b.
    double total = (n - DAMPING * isolated) / (1 - DAMPING);
    double perArc = (total - isolated) / Math.max(1, graph.arcCount());
    NodeVectors vectors =
        NodeVectors.of(
            graph,
            BlockGradientSteps.COLUMNS,
            (block, v) -> {
              Arrays.fill(v[BlockGradientSteps.B], 1);
              for (int row = 0; row < block.rows(); row++) {
                int degree = block.degree(row);
                v[BlockGradientSteps.DIAGONAL][row] = Math.max(1, degree);
                v[BlockGradientSteps.X][row] = degree == 0 ? 1 : perArc;
                v[BlockGradientSteps.IMAGE][row] = degree * perArc;
              }
            });
    BlockGradientSteps steps = new BlockGradientSteps(vectors, DAMPING);
    Convergence convergence =
        ConjugateGradients.iterate(
            steps, steps.target(), 0, config.tolerance(), config.maxIterations());
    double sum =
        vectors.sum((v, row) -> v[BlockGradientSteps.X][row] * v[BlockGradientSteps.DIAGONAL][row]);
    double scale = 1 / sum;
    vectors.change(
        v -> {
          double[] p = new double[v[0].length];
          for (int row = 0; row < p.length; row++) {
            p[row] = v[BlockGradientSteps.X][row] * v[BlockGradientSteps.DIAGONAL][row] * scale;
          }
          v[BlockGradientSteps.X] = p;
        });
    return new Values(vectors.kept(BlockGradientSteps.X), convergence);
  }

  /// `p ← α (Aᵀ D⁻¹ p + (Σ p over nodes without arcs) / n) + (1 − α) / n`.
  private static Values powerIteration(BlockGraph graph, double tolerance, int maxIterations) {
    int n = graph.nodeCount();
    BlockGraph incoming = graph.symmetric() ? graph : ReversedArcs.of(graph);
    NodeVectors vectors =
        NodeVectors.of(
            graph,
            4,
            (block, v) -> {
              Arrays.fill(v[P], 1.0 / n);
              for (int row = 0; row < block.rows(); row++) {
                v[DEGREE][row] = block.degree(row);
              }
            });
    for (int iterations = 1; ; iterations++) {
      double dangling = vectors.sum((v, row) -> v[DEGREE][row] == 0 ? v[P][row] : 0);
      vectors.change(
          v -> {
            double[] perArc = new double[v[P].length];
            for (int row = 0; row < perArc.length; row++) {
              perArc[row] = v[DEGREE][row] == 0 ? 0 : v[P][row] / v[DEGREE][row];
            }
            v[PER_ARC] = perArc;
          });
      vectors.multiply(incoming, PER_ARC, RECEIVED);
      double base = (1 - DAMPING + DAMPING * dangling) / n;
      double change =
          vectors.sum((v, row) -> Math.abs(base + DAMPING * v[RECEIVED][row] - v[P][row]));
      vectors.change(
          v ->
              v[P] =
                  Arrays.stream(v[RECEIVED]).map(received -> base + DAMPING * received).toArray());
      boolean converged = change <= tolerance;
      if (converged || iterations == maxIterations) {
        return new Values(vectors.kept(P), new Convergence(iterations, change, converged));
      }
    }
  }
}
