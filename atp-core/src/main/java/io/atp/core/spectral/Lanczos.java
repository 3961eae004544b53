package io.atp.core.spectral;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import java.util.Arrays;
import java.util.List;

/// The largest eigenvalue (in sign, not in size) of a symmetric matrix and its eigenvector.
///
/// Lanczos with a small basis and thick restarts: the matrix is seen through an orthonormal basis
/// of `start, M·start, M²·start, …`; when the basis is full, its best few Ritz vectors and the
/// residual direction are kept and the rest is dropped. Every new vector is orthogonalised against
/// the whole basis, so no ghost copies of eigenvalues arise. Unlike power iteration it does not
/// mind an equally large eigenvalue of the other sign, as bipartite graphs have.
///
/// The answer lies in the span of the start vector's powers: where the largest eigenvalue is
/// multiple, the vector is the projection of `start` on its eigenspace.
public final class Lanczos {
  /// Vectors held at one time, 8 bytes a node each.
  private static final int BASIS = 20;

  /// Ritz vectors that survive a restart.
  private static final int KEPT = 8;

  /// Below this share of its length a vector has lost digits to cancellation and is orthogonalised
  /// again.
  private static final double CANCELLED = 0.1;

  /// A remainder this small, relative to the matrix, is rounding: the basis spans an invariant
  /// space.
  private static final double EXHAUSTED = 1e-14;

  private final LinearMap map;
  private final int n;
  private final double[] start;
  private final List<double[]> deflated;
  private final double[] deflatedSquares;
  private final Workers workers;
  private final Basis basis;
  private final int capacity;
  private final double[] w;

  private Lanczos(LinearMap map, int n, double[] start, List<double[]> deflated, Workers workers) {
    this.map = map;
    this.n = n;
    this.start = start;
    this.deflated = deflated;
    this.workers = workers;
    this.deflatedSquares = deflated.stream().mapToDouble(v -> dot(v, v)).toArray();
    this.capacity = Math.min(BASIS, n);
    this.basis = new Basis(capacity + 1, n, workers);
    this.w = new double[n];
  }

  /// @param start where to look; must not be zero, nor lie in the span of the deflated vectors
  /// @param deflated known eigenvectors to leave out, orthogonal to each other, of any length
  /// @param tolerance stop when `‖Mu − λu‖ ≤ tolerance · max(|λ|, |λ of the deflated|)`; the
  ///   residual reported has the same scale
  /// @param maxIterations most products with the matrix
  public static EigenPair largest(
      LinearMap map,
      int n,
      double[] start,
      List<double[]> deflated,
      double tolerance,
      int maxIterations,
      Workers workers) {
    Require.atLeast("n", n, 1);
    Require.that(start.length == n, "start has %d elements, the matrix %d rows", start.length, n);
    for (double[] vector : deflated) {
      Require.that(
          vector.length == n,
          "a deflated vector has %d elements, the matrix %d rows",
          vector.length,
          n);
    }
    Require.atLeast("maxIterations", maxIterations, 1);
    return new Lanczos(map, n, start, deflated, workers).run(tolerance, maxIterations);
  }

  private EigenPair run(double tolerance, int maxIterations) {
    double floor = deflatedScale();
    double length = Math.sqrt(dot(start, start));
    System.arraycopy(start, 0, w, 0, n);
    deflate(w);
    double left = Math.sqrt(dot(w, w));
    Require.that(
        left > 1e-10 * length,
        "the start vector has length %s, of which %s is left outside the %d deflated vectors",
        length,
        left,
        deflated.size());
    basis.set(0, w, 1 / left);

    double[][] projected = new double[capacity + 1][capacity + 1];
    int kept = 0;
    for (int iterations = 0; ; ) {
      for (int j = kept; j < capacity; j++) {
        map.apply(basis.vector(j), w);
        iterations++;
        double rest = orthogonalise(projected, j);
        boolean last = j + 1 == capacity || iterations == maxIterations;
        boolean exhausted = rest <= EXHAUSTED * Math.max(floor, norm(projected, j + 1));
        // Every other step: on a small graph the small eigenproblem costs more than the product.
        if (last || exhausted || (j & 1) == 1) {
          SmallEigen ritz = SmallEigen.of(projected, j + 1);
          double scale = Math.max(floor, Math.abs(ritz.values()[0]));
          double residual = exhausted ? 0 : rest * Math.abs(ritz.vectors()[j][0]);
          double relative = residual == 0 ? 0 : residual / scale;
          if (relative <= tolerance || iterations == maxIterations) {
            var convergence = new Convergence(iterations, relative, relative <= tolerance);
            return new EigenPair(ritz.values()[0], ritzVector(ritz, j + 1), convergence);
          }
          if (j + 1 == capacity) {
            kept = restart(projected, ritz, rest);
            break;
          }
        }
        basis.set(j + 1, w, 1 / rest);
        projected[j][j + 1] = projected[j + 1][j] = rest;
      }
    }
  }

  /// Takes the basis and the deflated vectors out of `w`, notes `projected[j][j]`, returns `‖w‖`.
  private double orthogonalise(double[][] projected, int j) {
    deflate(w);
    double[] along = basis.project(w, j + 1);
    double left = basis.subtract(w, along);
    projected[j][j] = along[j];
    double before = left;
    for (double part : along) {
      before += part * part;
    }
    if (left < CANCELLED * CANCELLED * before) {
      deflate(w);
      along = basis.project(w, j + 1);
      left = basis.subtract(w, along);
      projected[j][j] += along[j];
    }
    return Math.sqrt(left);
  }

  /// The best Ritz vectors and the residual direction become the new basis; the projected matrix is
  /// then an arrow.
  private int restart(double[][] projected, SmallEigen ritz, double rest) {
    int kept = Math.min(KEPT, capacity - 1);
    basis.rotate(ritz.vectors(), capacity, kept);
    basis.set(kept, w, 1 / rest);
    for (double[] row : projected) {
      Arrays.fill(row, 0);
    }
    for (int k = 0; k < kept; k++) {
      projected[k][k] = ritz.values()[k];
      projected[k][kept] = projected[kept][k] = rest * ritz.vectors()[capacity - 1][k];
    }
    return kept;
  }

  /// The leading Ritz vector as a unit vector that does not point away from `start`.
  private double[] ritzVector(SmallEigen ritz, int size) {
    double[] vector = new double[n];
    basis.combine(ritz.vectors(), size, new double[][] {vector});
    double scale = Math.copySign(1 / Math.sqrt(dot(vector, vector)), dot(vector, start));
    for (int i = 0; i < n; i++) {
      vector[i] *= scale;
    }
    return vector;
  }

  private void deflate(double[] x) {
    for (int k = 0; k < deflated.size(); k++) {
      double[] vector = deflated.get(k);
      double share = dot(vector, x) / deflatedSquares[k];
      workers.forEachRange(n, 1 << 14, (from, to) -> Basis.addScaled(x, vector, -share, from, to));
    }
  }

  /// Root mean square of the deflated eigenvalues: tells rounding from a true zero in what is left,
  /// for instance in a clique, all of whose other eigenvalues are equal.
  private double deflatedScale() {
    if (deflated.isEmpty()) {
      return 0;
    }
    double[] sum = new double[n];
    for (int k = 0; k < deflated.size(); k++) {
      Basis.addScaled(sum, deflated.get(k), 1 / Math.sqrt(deflatedSquares[k]), 0, n);
    }
    map.apply(sum, w);
    return Math.sqrt(dot(w, w) / deflated.size());
  }

  /// Largest entry of the projected matrix: at most its largest eigenvalue in size.
  private static double norm(double[][] matrix, int size) {
    double largest = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        largest = Math.max(largest, Math.abs(matrix[i][j]));
      }
    }
    return largest;
  }

  private double dot(double[] x, double[] y) {
    return workers.sum(n, (from, to) -> Basis.dot(x, y, from, to));
  }
}
