package io.atp.core.push;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;

/// The slow twins: walks as full matrices, power by power.
final class DenseWalk {
  private DenseWalk() {}

  static double degree(CsrGraph graph, int node, boolean loops) {
    return loops ? graph.degree(node) + 1 : Math.max(1, graph.degree(node));
  }

  /// D⁻¹A or D̂⁻¹Â; a row without entries is the node itself.
  static double[][] walk(CsrGraph graph, boolean loops) {
    int n = graph.nodeCount();
    double[][] p = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j : GraphAssert.row(graph, i)) {
        p[i][j] = 1 / degree(graph, i, loops);
      }
      if (loops || graph.degree(i) == 0) {
        p[i][i] = 1 / degree(graph, i, loops);
      }
    }
    return p;
  }

  /// α Σ (1−α)^k P^k until nothing is left to add.
  static double[][] pageRank(double[][] p, double alpha) {
    int levels = (int) Math.ceil(Math.log(1e-17) / Math.log(1 - alpha));
    double[] weights = new double[levels + 1];
    for (int k = 0; k <= levels; k++) {
      weights[k] = alpha * Math.pow(1 - alpha, k);
    }
    return polynomial(p, weights);
  }

  /// Σ_l w_l P^l.
  static double[][] polynomial(double[][] p, double... weights) {
    int n = p.length;
    double[][] power = new double[n][n];
    double[][] sum = new double[n][n];
    for (int i = 0; i < n; i++) {
      power[i][i] = 1;
    }
    for (double weight : weights) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          sum[i][j] += weight * power[i][j];
        }
      }
      power = times(power, p);
    }
    return sum;
  }

  static double[] scale(CsrGraph graph, NodeCoefficients r, boolean loops) {
    double[] s = new double[graph.nodeCount()];
    for (int i = 0; i < s.length; i++) {
      s[i] = Math.pow(degree(graph, i, loops), r.of(i));
    }
    return s;
  }

  /// diag(s) M diag(s)⁻¹.
  static double[][] scaled(double[][] m, double[] s) {
    double[][] result = new double[m.length][m.length];
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < m.length; j++) {
        result[i][j] = s[i] * m[i][j] / s[j];
      }
    }
    return result;
  }

  static double[][] times(double[][] a, double[][] b) {
    double[][] c = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        if (a[i][k] != 0) {
          for (int j = 0; j < b[0].length; j++) {
            c[i][j] += a[i][k] * b[k][j];
          }
        }
      }
    }
    return c;
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

  /// Numbers between −1 and 1.
  static DenseFeatures features(Workspace work, int rows, int width, long seed) {
    double[][] values = new double[rows][width];
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < width; c++) {
        values[i][c] = 2 * StatelessHash.unit(StatelessHash.of(seed, i, c)) - 1;
      }
    }
    return TestVectors.features(work, values);
  }

  static NodeCoefficients coefficients(int nodes, long seed) {
    double[] r = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      r[i] = StatelessHash.unit(StatelessHash.of(seed, i));
    }
    return new NodeCoefficients(r);
  }

  static int[] allNodes(CsrGraph graph) {
    int[] nodes = new int[graph.nodeCount()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = i;
    }
    return nodes;
  }

  /// A row of `rows` as a full vector.
  static double[] dense(SparseRows rows, int row) {
    double[] full = new double[rows.nodeCount()];
    for (int j = 0; j < full.length; j++) {
      full[j] = rows.weight(row, j);
    }
    return full;
  }
}
