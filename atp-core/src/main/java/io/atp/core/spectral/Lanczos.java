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
  /// Vectors held at one time, 8 bytes a node each. Power-law graphs need no restart with either;
  /// on a grid of 100 × 100, with a narrow gap, 20 took 203 products, 16 took 233 and 10 took 427.
  private static final int BASIS = 20;

  /// The same for graphs so large that the memory matters more.
  private static final int SMALL_BASIS = 10;

  private static final int LARGE = 1 << 25;

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
    this.capacity = basisSize(n);
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

    RitzPair found = iterate(new InMemory(), capacity, floor, tolerance, maxIterations);
    return new EigenPair(found.value(), ritzVector(found.combination()), found.convergence());
  }

  /// Most vectors to hold for a matrix of `n` rows, besides the one at hand.
  public static int basisSize(int n) {
    return Math.min(n > LARGE ? SMALL_BASIS : BASIS, n);
  }

  /// The iteration over vectors of the caller's, of which v₀ is the start and of unit length.
  ///
  /// @param capacity most vectors of the basis, [#basisSize]; one more is asked for
  /// @param floor size below which the matrix counts as zero; 0 where that is not known
  public static RitzPair iterate(
      KrylovSpace space, int capacity, double floor, double tolerance, int maxIterations) {
    double[][] projected = new double[capacity + 1][capacity + 1];
    int kept = 0;
    for (int iterations = 0; ; ) {
      for (int j = kept; j < capacity; j++) {
        space.multiply(j);
        iterations++;
        double rest = orthogonalise(space, projected, j);
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
            return new RitzPair(ritz.values()[0], leading(ritz, j + 1), convergence);
          }
          if (j + 1 == capacity) {
            kept = restart(space, capacity, projected, ritz, rest);
            break;
          }
        }
        space.keep(j + 1, 1 / rest);
        projected[j][j + 1] = projected[j + 1][j] = rest;
      }
    }
  }

  /// Takes the basis out of `w`, notes `projected[j][j]`, returns `‖w‖`.
  private static double orthogonalise(KrylovSpace space, double[][] projected, int j) {
    double[] along = space.project(j + 1);
    double left = space.subtract(along);
    projected[j][j] = along[j];
    double before = left;
    for (double part : along) {
      before += part * part;
    }
    if (left < CANCELLED * CANCELLED * before) {
      along = space.project(j + 1);
      left = space.subtract(along);
      projected[j][j] += along[j];
    }
    return Math.sqrt(left);
  }

  /// The best Ritz vectors and the residual direction become the new basis; the projected matrix is
  /// then an arrow.
  private static int restart(
      KrylovSpace space, int capacity, double[][] projected, SmallEigen ritz, double rest) {
    int kept = 2 * capacity / 5;
    space.rotate(ritz.vectors(), capacity, kept);
    space.keep(kept, 1 / rest);
    for (double[] row : projected) {
      Arrays.fill(row, 0);
    }
    for (int k = 0; k < kept; k++) {
      projected[k][k] = ritz.values()[k];
      projected[k][kept] = projected[kept][k] = rest * ritz.vectors()[capacity - 1][k];
    }
    return kept;
  }

  private static double[] leading(SmallEigen ritz, int size) {
    double[] combination = new double[size];
    Arrays.setAll(combination, i -> ritz.vectors()[i][0]);
    return combination;
  }

  /// The leading Ritz vector as a unit vector that does not point away from `start`.
  private double[] ritzVector(double[] combination) {
    double[] vector = new double[n];
    double[][] rotation = new double[combination.length][];
    Arrays.setAll(rotation, i -> new double[] {combination[i]});
    basis.combine(rotation, combination.length, new double[][] {vector});
    double scale = Math.copySign(1 / Math.sqrt(dot(vector, vector)), dot(vector, start));
    for (int i = 0; i < n; i++) {
      vector[i] *= scale;
    }
    return vector;
  }

  /// Vectors in the memory of this process; w is kept clear of the deflated ones.
  private final class InMemory implements KrylovSpace {
    @Override
    public void multiply(int index) {
      map.apply(basis.vector(index), w);
    }

    @Override
    public double[] project(int count) {
      deflate(w);
      return basis.project(w, count);
    }

    @Override
    public double subtract(double[] coefficients) {
      return basis.subtract(w, coefficients);
    }

    @Override
    public void keep(int index, double scale) {
      basis.set(index, w, scale);
    }

    @Override
    public void rotate(double[][] rotation, int count, int kept) {
      basis.rotate(rotation, count, kept);
    }
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
