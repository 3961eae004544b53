package io.atp.core.nodewise;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import org.assertj.core.data.Offset;

/// The slow twin: full matrices of doubles, a power at a time.
final class Twin {
  private Twin() {}

  static double[][] matrix(PropagationOperator operator) {
    int n = operator.nodeCount();
    double[][] m = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        m[i][j] = operator.entry(i, j);
      }
    }
    return m;
  }

  static double[][] times(double[][] a, double[][] b) {
    double[][] c = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < b[0].length; j++) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  }

  /// X, MX … M^hops X.
  static double[][][] states(double[][] m, double[][] x, int hops) {
    double[][][] states = new double[hops + 1][][];
    states[0] = x;
    for (int hop = 1; hop <= hops; hop++) {
      states[hop] = times(m, states[hop - 1]);
    }
    return states;
  }

  /// `Σ_{l ≤ min(upTo, last_u)} h_l (M^l X)_u`.
  static double[][] sum(double[][][] states, double[] weights, int[] last, int upTo) {
    double[][] sum = new double[states[0].length][states[0][0].length];
    for (int u = 0; u < sum.length; u++) {
      for (int l = 0; l <= upTo && (last == null || l <= last[u]); l++) {
        for (int c = 0; c < sum[u].length; c++) {
          sum[u][c] += weights[l] * states[l][u][c];
        }
      }
    }
    return sum;
  }

  static double[][] lazy(double[][] m, double share) {
    double[][] lazy = new double[m.length][m.length];
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m.length; j++) {
        lazy[i][j] = (1 - share) * m[i][j] + (i == j ? share : 0);
      }
    }
    return lazy;
  }

  static DenseFeatures features(Workspace work, int rows, int width, long seed) {
    double[][] values = new double[rows][width];
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < width; c++) {
        values[i][c] = 2 * StatelessHash.unit(StatelessHash.of(seed, i, c)) - 1;
      }
    }
    return TestVectors.features(work, values);
  }

  static double[][] values(DenseFeatures features) {
    double[][] values = new double[features.rows()][features.width()];
    for (int i = 0; i < features.rows(); i++) {
      for (int c = 0; c < features.width(); c++) {
        values[i][c] = features.get(i, c);
      }
    }
    return values;
  }

  static void assertClose(DenseFeatures actual, double[][] expected, double within) {
    assertThat(actual.rows()).isEqualTo(expected.length);
    for (int i = 0; i < expected.length; i++) {
      for (int c = 0; c < expected[i].length; c++) {
        assertThat((double) actual.get(i, c))
            .as("row %d, column %d", i, c)
            .isCloseTo(expected[i][c], Offset.offset(within));
      }
    }
  }
}
