package io.atp.spark.room;

import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.KatzCentrality;
import io.atp.core.spectral.ConjugateGradients;
import io.atp.core.spectral.Convergence;
import io.atp.spark.block.BlockGraph;
import io.atp.spark.vector.BlockGradientSteps;
import io.atp.spark.vector.NodeVectors;
import java.util.Arrays;

/// [KatzCentrality] over partitions: `x = α · A · x + 1` with `α = 0.9 / λ_max`, at unit length.
final class BlockKatz {
  private static final System.Logger LOG = System.getLogger(BlockKatz.class.getName());
  private static final int X = BlockGradientSteps.X;

  private BlockKatz() {}

  static BlockPageRank.Values of(
      BlockGraph graph, BlockEigenvector.Pair leading, EncodingConfig config) {
    if (graph.arcCount() == 0) {
      double entry = 1 / Math.sqrt(graph.nodeCount());
      return new BlockPageRank.Values(
          BlockEigenvector.constant(graph, entry), new Convergence(0, 0, true));
    }
    double decay = KatzCentrality.SHARE_OF_LIMIT / limit(graph, leading);
    NodeVectors vectors =
        NodeVectors.of(
            graph,
            BlockGradientSteps.COLUMNS,
            (_, v) -> {
              Arrays.fill(v[X], 1);
              Arrays.fill(v[BlockGradientSteps.B], 1);
              Arrays.fill(v[BlockGradientSteps.DIAGONAL], 1);
            });
    Convergence convergence =
        graph.symmetric() ? symmetric(vectors, decay, config) : directed(vectors, decay, config);
    double scale = 1 / Math.sqrt(vectors.sum((v, row) -> v[X][row] * v[X][row]));
    vectors.change(v -> v[X] = Arrays.stream(v[X]).map(x -> x * scale).toArray());
    return new BlockPageRank.Values(vectors.kept(X), convergence);
  }

  /// λ_max; where it is not known well, the largest degree, which is never below it.
  private static double limit(BlockGraph graph, BlockEigenvector.Pair leading) {
    if (leading.convergence().converged() && leading.value() > 0) {
      return leading.value();
    }
    int bound =
        graph
            .blocks()
            .map(
                block -> {
                  int largest = 0;
                  for (int row = 0; row < block.rows(); row++) {
                    largest = Math.max(largest, block.degree(row));
                  }
                  return largest;
                })
            .reduce(Math::max);
    LOG.log(
        System.Logger.Level.WARNING,
        "Katz centrality takes the largest degree, %d, for the largest eigenvalue, found as %s"
            .formatted(bound, leading.value()));
    return bound;
  }

  private static Convergence symmetric(NodeVectors vectors, double decay, EncodingConfig config) {
    vectors.multiply(X, BlockGradientSteps.IMAGE);
    BlockGradientSteps steps = new BlockGradientSteps(vectors, decay);
    return ConjugateGradients.iterate(
        steps, steps.target(), 1, config.tolerance(), config.maxIterations());
  }

  private static Convergence directed(NodeVectors vectors, double decay, EncodingConfig config) {
    for (int iterations = 1; ; iterations++) {
      vectors.multiply(X, BlockGradientSteps.IMAGE);
      double change =
          vectors.max(
              (v, row) -> {
                double next = 1 + decay * v[BlockGradientSteps.IMAGE][row];
                return Math.abs(next - v[X][row]) / next;
              });
      vectors.change(
          v ->
              v[X] =
                  Arrays.stream(v[BlockGradientSteps.IMAGE])
                      .map(image -> 1 + decay * image)
                      .toArray());
      boolean converged = change <= config.tolerance();
      if (converged || iterations == config.maxIterations()) {
        return new Convergence(iterations, change, converged);
      }
    }
  }
}
