package io.atp.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import io.atp.core.runtime.StatelessHash;

/// Seeded inputs, and how two results are compared.
final class Numbers {
  static final double TOLERANCE = 1e-5;

  private Numbers() {}

  /// Entries of `U(−scale, scale)`.
  static float[][] uniform(int rows, int columns, long seed, double scale) {
    float[][] all = new float[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        all[i][j] = (float) (scale * (2 * StatelessHash.unit(StatelessHash.of(seed, i, j)) - 1));
      }
    }
    return all;
  }

  static float[][] uniform(int rows, int columns, long seed) {
    return uniform(rows, columns, seed, 1);
  }

  /// Whole numbers of [0, bound).
  static int[] below(int bound, int length, long seed) {
    int[] all = new int[length];
    for (int i = 0; i < length; i++) {
      all[i] = StatelessHash.below(StatelessHash.of(seed, i), bound);
    }
    return all;
  }

  /// Factors of `(½, 2½)`.
  static float[] positive(int length, long seed) {
    float[] all = uniform(1, length, seed)[0];
    for (int i = 0; i < length; i++) {
      all[i] += 1.5f;
    }
    return all;
  }

  /// Row i has a 1 in column `columns[i]` and 0 elsewhere.
  static float[][] oneHot(int[] columns, int width) {
    float[][] all = new float[columns.length][width];
    for (int i = 0; i < columns.length; i++) {
      all[i][columns[i]] = 1;
    }
    return all;
  }

  static void assertSame(String name, float[][] ours, NDArray torch) {
    assertSame(name, ours, torch, TOLERANCE);
  }

  /// `|ours − torch| ≤ tolerance · max(1, |torch|)` for every entry, row by row.
  static void assertSame(String name, float[][] ours, NDArray torch, double tolerance) {
    float[] expected = torch.toFloatArray();
    int columns = ours.length == 0 ? 0 : ours[0].length;
    assertThat(expected).as("%s: entries", name).hasSize(ours.length * columns);
    for (int i = 0; i < expected.length; i++) {
      float value = ours[i / columns][i % columns];
      double error = Math.abs((double) value - expected[i]) / Math.max(1, Math.abs(expected[i]));
      assertThat(error)
          .as(
              "%s (%d, %d): ours %s, PyTorch %s",
              name, i / columns, i % columns, value, expected[i])
          .isLessThanOrEqualTo(tolerance);
    }
  }
}
