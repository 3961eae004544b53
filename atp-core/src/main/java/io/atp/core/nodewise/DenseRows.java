package io.atp.core.nodewise;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Workspace;

/// A dense copy of features, in off-heap memory as kernels want it.
final class DenseRows {
  private static final int RANGE = 256;

  private DenseRows() {}

  static DenseFeatures of(Features features, Workspace scratch) {
    return of(features, null, scratch);
  }

  /// @param factors of each row; null for 1
  static DenseFeatures of(Features features, double[] factors, Workspace scratch) {
    int width = features.width();
    long floats = (long) features.rows() * width;
    var copy = new DenseFeatures(features.rows(), width, scratch.allocateFloats(floats));
    scratch
        .workers()
        .forEachRange(
            features.rows(),
            RANGE,
            (from, to) -> {
              for (int row = from; row < to; row++) {
                long at = copy.at(row, 0);
                features.copyRow(row, 0, width, copy.data(), at);
                if (factors != null) {
                  float factor = (float) factors[row];
                  Kernels.active().scaled(copy.data(), at, copy.data(), at, width, factor);
                }
              }
            });
    return copy;
  }
}
