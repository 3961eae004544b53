package io.atp.oracle;

/// Where `mean (XW + b − Y)² + λ/2 ‖(W, b)‖²` is smallest: with `Z = [X ‖ 1]` and N entries of Y,
/// `(2/N · ZᵀZ + λI) [W; b] = 2/N · ZᵀY`, solved in double by Gaussian elimination.
final class RidgeMinimum {
  private RidgeMinimum() {}

  /// W row by row, then b.
  static double[] of(float[][] x, float[][] y, double decay) {
    int inputs = x[0].length + 1;
    int outputs = y[0].length;
    double unit = 2.0 / (y.length * outputs);
    double[][] system = new double[inputs][inputs + outputs];
    for (int row = 0; row < x.length; row++) {
      for (int i = 0; i < inputs; i++) {
        for (int j = 0; j < inputs; j++) {
          system[i][j] += unit * entry(x[row], i) * entry(x[row], j);
        }
        for (int k = 0; k < outputs; k++) {
          system[i][inputs + k] += unit * entry(x[row], i) * y[row][k];
        }
      }
    }
    for (int i = 0; i < inputs; i++) {
      system[i][i] += decay;
    }
    eliminate(system, inputs);
    double[] minimum = new double[inputs * outputs];
    for (int i = 0; i < inputs; i++) {
      System.arraycopy(system[i], inputs, minimum, i * outputs, outputs);
    }
    return minimum;
  }

  private static double entry(float[] row, int column) {
    return column < row.length ? row[column] : 1;
  }

  /// The matrix is positive definite, so no pivot is 0.
  private static void eliminate(double[][] system, int size) {
    for (int pivot = 0; pivot < size; pivot++) {
      double scale = system[pivot][pivot];
      for (int c = pivot; c < system[pivot].length; c++) {
        system[pivot][c] /= scale;
      }
      for (int row = 0; row < size; row++) {
        double factor = row == pivot ? 0 : system[row][pivot];
        for (int c = pivot; c < system[row].length; c++) {
          system[row][c] -= factor * system[pivot][c];
        }
      }
    }
  }
}
