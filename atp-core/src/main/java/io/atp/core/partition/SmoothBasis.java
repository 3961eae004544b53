package io.atp.core.partition;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import io.atp.core.spectral.EigenPair;
import io.atp.core.spectral.Lanczos;
import io.atp.core.spectral.LinearMap;
import io.atp.core.spectral.SmallEigen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The vectors that vary least along the edges, `A = U Λ^−½`: eigenvectors of L = D − W with the
/// smallest eigenvalues above 0, scaled so that `AᵀLA = I`.
///
/// @param values row-major, one row a node
/// @param width vectors
record SmoothBasis(double[] values, int width, boolean converged) {
  private static final double TOLERANCE = 1e-5;
  private static final int MAX_ITERATIONS = 1000;
  private static final double VANISHED = 1e-10;
  private static final int RANGE = 1 << 12;

  /// @param width at most this many; a connected graph of n nodes has n − 1
  static SmoothBasis of(WeightedGraph graph, int width, Workers workers) {
    int n = graph.nodeCount();
    int found = Math.min(width, n - 1);
    double[] degrees = degrees(graph);
    // L has no eigenvalue above twice the largest degree: what is smallest there is largest here.
    double shift = 2 * Arrays.stream(degrees).max().orElse(0);
    LinearMap map = shifted(graph, degrees, shift, workers);
    double[] constant = new double[n];
    Arrays.fill(constant, 1);
    List<double[]> vectors = new ArrayList<>(List.of(constant));
    double[] values = new double[n * found];
    boolean converged = true;
    for (int k = 0; k < found; k++) {
      double[] start = new double[n];
      for (int i = 0; i < n; i++) {
        start[i] = StatelessHash.unit(StatelessHash.of(k, i)) - 0.5;
      }
      EigenPair pair = Lanczos.largest(map, n, start, vectors, TOLERANCE, MAX_ITERATIONS, workers);
      converged &= pair.convergence().converged();
      double eigenvalue = shift - pair.value();
      double scale = eigenvalue < VANISHED ? 0 : 1 / Math.sqrt(eigenvalue);
      for (int i = 0; i < n; i++) {
        values[i * found + k] = scale * pair.vector()[i];
      }
      vectors.add(pair.vector());
    }
    return new SmoothBasis(values, found, converged);
  }

  private static LinearMap shifted(
      WeightedGraph graph, double[] degrees, double shift, Workers workers) {
    return (in, out) ->
        workers.forEachRange(
            degrees.length,
            RANGE,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                double sum = (shift - degrees[i]) * in[i];
                for (int arc = graph.offsets()[i]; arc < graph.offsets()[i + 1]; arc++) {
                  sum += graph.weights()[arc] * in[graph.targets()[arc]];
                }
                out[i] = sum;
              }
            });
  }

  static double[] degrees(WeightedGraph graph) {
    double[] degrees = new double[graph.nodeCount()];
    for (int i = 0; i < degrees.length; i++) {
      for (int arc = graph.offsets()[i]; arc < graph.offsets()[i + 1]; arc++) {
        degrees[i] += graph.weights()[arc];
      }
    }
    return degrees;
  }

  /// `B = C · A` on the coarse graph.
  SmoothBasis merged(int[] coarseOf, int coarseCount) {
    int[] sizes = new int[coarseCount];
    for (int coarse : coarseOf) {
      sizes[coarse]++;
    }
    double[] sums = new double[coarseCount * width];
    for (int i = 0; i < coarseOf.length; i++) {
      double share = 1 / Math.sqrt(sizes[coarseOf[i]]);
      for (int k = 0; k < width; k++) {
        sums[coarseOf[i] * width + k] += share * values[i * width + k];
      }
    }
    return new SmoothBasis(sums, width, converged);
  }

  /// `A = B V Δ^−½` with `BᵀLB = V Δ Vᵀ`, so that again `AᵀLA = I`.
  SmoothBasis orthogonal(WeightedGraph graph) {
    double[][] energy = new double[width][width];
    double[] image = new double[width];
    double[] degrees = degrees(graph);
    for (int i = 0; i < graph.nodeCount(); i++) {
      for (int k = 0; k < width; k++) {
        image[k] = degrees[i] * values[i * width + k];
      }
      for (int arc = graph.offsets()[i]; arc < graph.offsets()[i + 1]; arc++) {
        for (int k = 0, at = graph.targets()[arc] * width; k < width; k++) {
          image[k] -= graph.weights()[arc] * values[at + k];
        }
      }
      for (int k = 0; k < width; k++) {
        for (int l = 0; l < width; l++) {
          energy[k][l] += values[i * width + k] * image[l];
        }
      }
    }
    SmallEigen eigen = SmallEigen.of(energy, width);
    double[] result = new double[values.length];
    for (int l = 0; l < width; l++) {
      double scale = eigen.values()[l] < VANISHED ? 0 : 1 / Math.sqrt(eigen.values()[l]);
      for (int i = 0; i < graph.nodeCount(); i++) {
        double sum = 0;
        for (int k = 0; k < width; k++) {
          sum += values[i * width + k] * eigen.vectors()[k][l];
        }
        result[i * width + l] = scale * sum;
      }
    }
    return new SmoothBasis(result, width, converged);
  }
}
