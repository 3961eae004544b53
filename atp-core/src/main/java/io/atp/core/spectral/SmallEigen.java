package io.atp.core.spectral;

import java.util.Arrays;

/// All eigenvalues of a small dense symmetric matrix, by cyclic Jacobi rotations.
///
/// For the projected matrices of [Lanczos], a few dozen rows: there the method's cubic cost does
/// not count, and its accuracy to the last digits does. `values` fall; column `k` of `vectors`
/// belongs to `values[k]`.
public record SmallEigen(double[] values, double[][] vectors) {
  private static final int MAX_SWEEPS = 60;

  /// Reads the leading `size` rows and columns, and leaves them as they are.
  public static SmallEigen of(double[][] matrix, int size) {
    double[][] a = new double[size][];
    double[][] v = new double[size][size];
    for (int i = 0; i < size; i++) {
      a[i] = Arrays.copyOf(matrix[i], size);
      v[i][i] = 1;
    }
    for (int sweep = 0; sweep < MAX_SWEEPS && sweep(a, v); sweep++) {}
    return sorted(a, v);
  }

  /// One rotation for each pair that still matters; false when none did.
  private static boolean sweep(double[][] a, double[][] v) {
    boolean rotated = false;
    for (int p = 0; p < a.length; p++) {
      for (int q = p + 1; q < a.length; q++) {
        if (Math.abs(a[p][q]) > 0x1p-60 * (Math.abs(a[p][p]) + Math.abs(a[q][q]))
            && Math.abs(a[p][q]) > Double.MIN_NORMAL) {
          rotate(a, v, p, q);
          rotated = true;
        }
      }
    }
    return rotated;
  }

  /// The rotation in the plane (p, q) that makes `a[p][q]` vanish.
  private static void rotate(double[][] a, double[][] v, int p, int q) {
    double slope = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double tangent = Math.copySign(1, slope) / (Math.abs(slope) + Math.sqrt(slope * slope + 1));
    double cosine = 1 / Math.sqrt(tangent * tangent + 1);
    double sine = tangent * cosine;
    double shift = tangent * a[p][q];
    a[p][p] -= shift;
    a[q][q] += shift;
    a[p][q] = 0;
    a[q][p] = 0;
    for (int i = 0; i < a.length; i++) {
      if (i != p && i != q) {
        double ip = a[i][p];
        double iq = a[i][q];
        a[i][p] = a[p][i] = cosine * ip - sine * iq;
        a[i][q] = a[q][i] = sine * ip + cosine * iq;
      }
      double vp = v[i][p];
      double vq = v[i][q];
      v[i][p] = cosine * vp - sine * vq;
      v[i][q] = sine * vp + cosine * vq;
    }
  }

  private static SmallEigen sorted(double[][] a, double[][] v) {
    int size = a.length;
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (i, j) -> Double.compare(a[j][j], a[i][i]));
    double[] values = new double[size];
    double[][] vectors = new double[size][size];
    for (int k = 0; k < size; k++) {
      values[k] = a[order[k]][order[k]];
      for (int i = 0; i < size; i++) {
        vectors[i][k] = v[i][order[k]];
      }
    }
    return new SmallEigen(values, vectors);
  }
}
