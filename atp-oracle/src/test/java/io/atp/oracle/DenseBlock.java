package io.atp.oracle;

import ai.djl.ndarray.NDArray;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// `M_vu · f_u`, a row for each target v and a column for each source u: what a layer of a step
/// sees of M, written down densely.
record DenseBlock(double[][] weights, int[] sources) {
  /// @param factor f by the place of a source
  static DenseBlock of(double[][] m, int[] targets, int[] sources, IntToDoubleFunction factor) {
    double[][] weights = new double[targets.length][sources.length];
    for (int i = 0; i < targets.length; i++) {
      for (int k = 0; k < sources.length; k++) {
        weights[i][k] = m[targets[i]][sources[k]] * factor.applyAsDouble(k);
      }
    }
    return new DenseBlock(weights, sources);
  }

  /// All columns.
  static DenseBlock full(double[][] m, int[] targets) {
    return of(m, targets, IntStream.range(0, m.length).toArray(), _ -> 1);
  }

  /// Each row scaled to the sum it has in M.
  DenseBlock withSumsOf(double[][] m, int[] targets) {
    double[][] scaled = new double[targets.length][];
    for (int i = 0; i < targets.length; i++) {
      double factor =
          Arrays.stream(m[targets[i]]).sum() / Math.max(1e-30, Arrays.stream(weights[i]).sum());
      scaled[i] = Arrays.stream(weights[i]).map(weight -> weight * factor).toArray();
    }
    return new DenseBlock(scaled, sources);
  }

  /// `Σ_v M_vu²` over the targets v, for every column u.
  static double[] squaredColumns(double[][] m, int[] targets) {
    return IntStream.range(0, m.length)
        .mapToDouble(u -> Arrays.stream(targets).mapToDouble(v -> m[v][u] * m[v][u]).sum())
        .toArray();
  }

  NDArray times(NDArray h) {
    return TorchOps.beside(h, DenseProblem.floats(weights)).matMul(h);
  }
}
