package io.atp.core.encode;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import java.util.Arrays;

/// The slow twins: everything on a full matrix, written without a thought for speed.
final class Dense {
  private Dense() {}

  static double[][] adjacency(CsrGraph graph) {
    double[][] a = new double[graph.nodeCount()][graph.nodeCount()];
    for (int i = 0; i < a.length; i++) {
      for (int j : GraphAssert.row(graph, i)) {
        a[i][j] = 1;
      }
    }
    return a;
  }

  /// Ordered pairs (j, k) of row i with an arc j → k.
  static long[] closedPairs(double[][] a) {
    long[] counts = new long[a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        for (int k = 0; k < a.length; k++) {
          counts[i] += (long) (a[i][j] * a[i][k] * a[j][k]);
        }
      }
    }
    return counts;
  }

  /// (A + shift)^(2^60) · 1 by repeated squaring, scaled to unit length.
  static double[] leadingVector(double[][] a, double shift) {
    int n = a.length;
    double[][] power = new double[n][];
    for (int i = 0; i < n; i++) {
      power[i] = a[i].clone();
      power[i][i] += shift;
    }
    for (int squaring = 0; squaring < 60; squaring++) {
      power = scaled(times(power, power));
    }
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return unit(times(power, ones));
  }

  static double[] unit(double[] x) {
    double squares = 0;
    for (double value : x) {
      squares += value * value;
    }
    double[] result = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      result[i] = x[i] / Math.sqrt(squares);
    }
    return result;
  }

  /// Solves M x = b by Gaussian elimination with row exchanges.
  static double[] solve(double[][] matrix, double[] b) {
    int n = b.length;
    double[][] m = new double[n][];
    for (int i = 0; i < n; i++) {
      m[i] = Arrays.copyOf(matrix[i], n + 1);
      m[i][n] = b[i];
    }
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k; i < n; i++) {
        pivot = Math.abs(m[i][k]) > Math.abs(m[pivot][k]) ? i : pivot;
      }
      double[] swap = m[k];
      m[k] = m[pivot];
      m[pivot] = swap;
      for (int i = k + 1; i < n; i++) {
        double factor = m[i][k] / m[k][k];
        for (int j = k; j <= n; j++) {
          m[i][j] -= factor * m[k][j];
        }
      }
    }
    double[] x = new double[n];
    for (int k = n - 1; k >= 0; k--) {
      double rest = m[k][n];
      for (int j = k + 1; j < n; j++) {
        rest -= m[k][j] * x[j];
      }
      x[k] = rest / m[k][k];
    }
    return x;
  }

  /// p = α · Pᵀp + (1 − α)/n as a linear system, where the row of a node without arcs is uniform.
  static double[] pageRank(double[][] a, double damping) {
    int n = a.length;
    double[][] system = new double[n][n];
    double[] teleport = new double[n];
    for (int i = 0; i < n; i++) {
      double degree = 0;
      for (double entry : a[i]) {
        degree += entry;
      }
      for (int j = 0; j < n; j++) {
        system[j][i] -= damping * (degree == 0 ? 1.0 / n : a[i][j] / degree);
      }
      system[i][i] += 1;
      teleport[i] = (1 - damping) / n;
    }
    return solve(system, teleport);
  }

  static double[] times(double[][] a, double[] x) {
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      for (int j = 0; j < y.length; j++) {
        y[i] += a[i][j] * x[j];
      }
    }
    return y;
  }

  private static double[][] times(double[][] a, double[][] b) {
    double[][] c = new double[a.length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < a.length; k++) {
        for (int j = 0; j < a.length; j++) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  }

  private static double[][] scaled(double[][] a) {
    double largest = 0;
    for (double[] row : a) {
      for (double entry : row) {
        largest = Math.max(largest, entry);
      }
    }
    for (double[] row : a) {
      for (int j = 0; j < row.length; j++) {
        row[j] /= largest;
      }
    }
    return a;
  }
}
