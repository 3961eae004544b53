package io.atp.spark.vector;

import io.atp.core.spectral.KrylovSpace;
import io.atp.spark.block.BlockGraph;
import java.util.Arrays;

/// The vectors of a Lanczos run over partitions: columns 0 … capacity are the basis, the last one
/// is w.
public final class BlockKrylovSpace implements KrylovSpace {
  private final NodeVectors vectors;
  private final int w;

  /// Begins at the vector of ones, at unit length.
  public BlockKrylovSpace(BlockGraph graph, int capacity) {
    double entry = 1 / Math.sqrt(graph.nodeCount());
    this.w = capacity + 1;
    this.vectors =
        NodeVectors.of(graph, capacity + 2, (_, columns) -> Arrays.fill(columns[0], entry));
  }

  @Override
  public void multiply(int index) {
    vectors.multiply(index, w);
  }

  @Override
  public double[] project(int count) {
    int last = w;
    return vectors.sums(
        count,
        (columns, into) -> {
          for (int k = 0; k < count; k++) {
            for (int row = 0; row < columns[last].length; row++) {
              into[k].add(columns[k][row] * columns[last][row]);
            }
          }
        });
  }

  @Override
  public double subtract(double[] coefficients) {
    int last = w;
    vectors.change(
        columns -> {
          double[] left = columns[last].clone();
          for (int k = 0; k < coefficients.length; k++) {
            for (int row = 0; row < left.length; row++) {
              left[row] -= coefficients[k] * columns[k][row];
            }
          }
          columns[last] = left;
        });
    return vectors.sum((columns, row) -> columns[last][row] * columns[last][row]);
  }

  @Override
  public void keep(int index, double scale) {
    int last = w;
    vectors.change(
        columns -> {
          double[] kept = new double[columns[last].length];
          for (int row = 0; row < kept.length; row++) {
            kept[row] = scale * columns[last][row];
          }
          columns[index] = kept;
        });
  }

  @Override
  public void rotate(double[][] rotation, int count, int kept) {
    vectors.change(
        columns -> {
          double[][] rotated = new double[kept][];
          for (int k = 0; k < kept; k++) {
            rotated[k] = combined(columns, column(rotation, k, count));
          }
          System.arraycopy(rotated, 0, columns, 0, kept);
        });
  }

  private static double[] column(double[][] rotation, int k, int count) {
    double[] column = new double[count];
    for (int i = 0; i < count; i++) {
      column[i] = rotation[i][k];
    }
    return column;
  }

  private static double[] combined(double[][] columns, double[] weights) {
    double[] sum = new double[columns[0].length];
    for (int i = 0; i < weights.length; i++) {
      for (int row = 0; row < sum.length; row++) {
        sum[row] += weights[i] * columns[i][row];
      }
    }
    return sum;
  }

  /// The vectors with `Σ_i combination[i] · v_i` in column 0, to go on with.
  public NodeVectors combine(double[] combination) {
    vectors.change(
        columns -> {
          double[] combined = combined(columns, combination);
          for (int i = 1; i < columns.length; i++) {
            columns[i] = new double[i < 3 ? combined.length : 0];
          }
          columns[0] = combined;
        });
    return vectors;
  }
}
