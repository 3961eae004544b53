package io.atp.spark.room;

import io.atp.core.encode.EncodingConfig;
import io.atp.core.spectral.Convergence;
import io.atp.core.spectral.Lanczos;
import io.atp.core.spectral.RitzPair;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.vector.BlockKrylovSpace;
import io.atp.spark.vector.NodeVectors;
import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;

/// [io.atp.core.encode.EigenvectorCentrality] over partitions: Lanczos where the graph is
/// symmetric, a shifted power iteration where it is not.
final class BlockEigenvector {
  private static final int U = 0;
  private static final int IMAGE = 1;

  private BlockEigenvector() {}

  /// λ_max, its vector over the partitions, and how far it got.
  record Pair(double value, JavaRDD<double[]> vector, Convergence convergence) {}

  static Pair of(BlockGraph graph, EncodingConfig config) {
    if (graph.arcCount() == 0) {
      double entry = 1 / Math.sqrt(graph.nodeCount());
      return new Pair(0, constant(graph, entry), new Convergence(0, 0, true));
    }
    return graph.symmetric() ? symmetric(graph, config) : directed(graph, config);
  }

  static JavaRDD<double[]> constant(BlockGraph graph, double value) {
    return graph
        .blocks()
        .map(
            block -> {
              double[] values = new double[block.rows()];
              Arrays.fill(values, value);
              return values;
            });
  }

  private static Pair symmetric(BlockGraph graph, EncodingConfig config) {
    int capacity = Lanczos.basisSize(graph.nodeCount());
    BlockKrylovSpace space = new BlockKrylovSpace(graph, capacity);
    RitzPair found =
        Lanczos.iterate(space, capacity, 0, config.tolerance(), config.maxIterations());
    NodeVectors vectors = space.combine(found.combination());
    double sign = vectors.sum((v, row) -> v[U][row]) < 0 ? -1 : 1;
    // Entries below zero are rounding around zero: the exact vector has none.
    vectors.change(v -> v[U] = Arrays.stream(v[U]).map(x -> Math.max(0.0, sign * x)).toArray());
    normalise(vectors);
    double value = value(vectors);
    double residual = residual(vectors, value);
    boolean converged =
        found.convergence().converged() && residual <= 10 * config.tolerance() + 1e-13;
    int iterations = found.convergence().iterations() + 1;
    return new Pair(value, vectors.kept(U), new Convergence(iterations, residual, converged));
  }

  private static Pair directed(BlockGraph graph, EncodingConfig config) {
    double entry = 1 / Math.sqrt(graph.nodeCount());
    NodeVectors vectors = NodeVectors.of(graph, 2, (_, v) -> Arrays.fill(v[U], entry));
    for (int iterations = 1; ; iterations++) {
      double value = value(vectors);
      double residual = residual(vectors, value);
      boolean converged = residual <= config.tolerance();
      if (converged || iterations == config.maxIterations()) {
        return new Pair(value, vectors.kept(U), new Convergence(iterations, residual, converged));
      }
      double shift = value / 2;
      vectors.change(
          v -> {
            double[] next = new double[v[U].length];
            for (int row = 0; row < next.length; row++) {
              next[row] = v[IMAGE][row] + shift * v[U][row];
            }
            v[U] = next;
          });
      normalise(vectors);
    }
  }

  private static void normalise(NodeVectors vectors) {
    double scale = 1 / Math.sqrt(vectors.sum((v, row) -> v[U][row] * v[U][row]));
    vectors.change(v -> v[U] = Arrays.stream(v[U]).map(x -> x * scale).toArray());
  }

  /// `image = A·u`; the Rayleigh quotient u · Au of a unit vector.
  private static double value(NodeVectors vectors) {
    vectors.multiply(U, IMAGE);
    return vectors.sum((v, row) -> v[U][row] * v[IMAGE][row]);
  }

  private static double residual(NodeVectors vectors, double value) {
    double squares =
        vectors.sum(
            (v, row) -> {
              double gap = v[IMAGE][row] - value * v[U][row];
              return gap * gap;
            });
    return squares == 0 ? 0 : Math.sqrt(squares) / value;
  }

  /// As NetworkX ends it: `x ← (A + 1) x / ‖(A + 1) x‖` from 1/n until the entries change by less
  /// than 1e-6 each.
  static Pair networkX(BlockGraph graph, int maxIterations) {
    int n = graph.nodeCount();
    NodeVectors vectors = NodeVectors.of(graph, 2, (_, v) -> Arrays.fill(v[U], 1.0 / n));
    for (int iterations = 1; ; iterations++) {
      vectors.multiply(U, IMAGE);
      double squares =
          vectors.sum(
              (v, row) -> {
                double next = v[IMAGE][row] + v[U][row];
                return next * next;
              });
      double scale = squares == 0 ? 1 : 1 / Math.sqrt(squares);
      double change =
          vectors.sum((v, row) -> Math.abs((v[IMAGE][row] + v[U][row]) * scale - v[U][row]));
      vectors.change(
          v -> {
            double[] next = new double[v[U].length];
            for (int row = 0; row < next.length; row++) {
              next[row] = (v[IMAGE][row] + v[U][row]) * scale;
            }
            v[U] = next;
          });
      boolean ended = change < n * BlockPageRank.NETWORKX_CHANGE;
      if (ended || iterations == maxIterations) {
        return new Pair(
            Double.NaN, vectors.kept(U), new Convergence(iterations, change / n, ended));
      }
    }
  }
}
