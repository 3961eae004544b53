package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.kernel.WeightedRows;
import io.atp.core.operator.PropagationOperator;
import io.atp.learn.tensor.sparse.SparseRows;
import java.util.function.LongFunction;

/// Parts of an operator spread out over all columns, and their mean over many draws.
public final class DenseBlocks {
  private DenseBlocks() {}

  public static double[][] of(LayerBlock block, int nodes) {
    return of(block.weights(), block.sources(), nodes);
  }

  public static double[][] of(SparseRows rows, int[] sources, int nodes) {
    double[][] dense = new double[rows.rows()][nodes];
    WeightedRows list = new WeightedRows();
    for (int row = 0; row < dense.length; row++) {
      rows.stage(row, list);
      for (int k = 0; k < list.count(); k++) {
        dense[row][sources[list.rows()[k]]] += list.scale() * list.weights()[k];
      }
    }
    return dense;
  }

  /// Every entry of the mean lies within five standard errors of M's.
  public static void assertUnbiased(
      PropagationOperator operator, int[] targets, int draws, LongFunction<double[][]> draw) {
    int nodes = operator.nodeCount();
    double[][] sums = new double[targets.length][nodes];
    double[][] squares = new double[targets.length][nodes];
    for (int k = 0; k < draws; k++) {
      double[][] drawn = draw.apply(k);
      for (int i = 0; i < targets.length; i++) {
        for (int j = 0; j < nodes; j++) {
          sums[i][j] += drawn[i][j];
          squares[i][j] += drawn[i][j] * drawn[i][j];
        }
      }
    }
    for (int i = 0; i < targets.length; i++) {
      for (int j = 0; j < nodes; j++) {
        double mean = sums[i][j] / draws;
        double error = Math.sqrt(Math.max(0, squares[i][j] / draws - mean * mean) / draws);
        assertThat(Math.abs(mean - operator.entry(targets[i], j)))
            .as("entry (%d, %d): mean %s ± %s", targets[i], j, mean, error)
            .isLessThan(5 * error + 1e-6);
      }
    }
  }
}
