package io.atp.oracle;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.learn.experiment.LabelledData;
import io.atp.learn.tensor.Matrix;
import java.lang.foreign.Arena;

/// `S² X` of a few rows by dense products in PyTorch, with `S_ij = Â_ij / √(d̂_i d̂_j)` and rows of
/// X divided by their sum.
final class CoraHops {
  private CoraHops() {}

  static NDArray ofTraining(LabelledData data, int[] rows, NDManager manager) {
    NDArray s = operator(data.graph(), manager);
    NDArray x = features(data.features(), manager);
    NDArray sums = x.sum(new int[] {1}, true);
    NDArray scaled = x.div(sums.maximum(1e-12f));
    return s.get(manager.create(rows)).matMul(s).matMul(scaled);
  }

  private static NDArray operator(CsrGraph graph, NDManager manager) {
    int n = graph.nodeCount();
    float[] ones = new float[n * n];
    for (int i = 0; i < n; i++) {
      ones[i * n + i] = 1;
      for (long arc = graph.offset(i); arc < graph.offset(i + 1); arc++) {
        ones[i * n + graph.target(arc)] = 1;
      }
    }
    NDArray a = manager.create(ones, new Shape(n, n));
    NDArray root = a.sum(new int[] {1}, true).sqrt();
    return a.div(root).div(root.transpose());
  }

  private static NDArray features(Features features, NDManager manager) {
    int width = features.width();
    float[] all = new float[features.rows() * width];
    try (Arena arena = Arena.ofConfined()) {
      Matrix row = Matrix.zeros(1, width, arena);
      for (int i = 0; i < features.rows(); i++) {
        features.copyRow(i, 0, width, row.data(), 0);
        System.arraycopy(row.row(0), 0, all, i * width, width);
      }
    }
    return manager.create(all, new Shape(features.rows(), width));
  }
}
