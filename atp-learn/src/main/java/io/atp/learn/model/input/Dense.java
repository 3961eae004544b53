package io.atp.learn.model.input;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.runtime.Workspace;

/// Features as a dense matrix: themselves, or a copy where they are sparse or two-byte.
public final class Dense {
  private Dense() {}

  public static DenseFeatures of(Features features, Workspace work) {
    if (features instanceof DenseFeatures already) {
      return already;
    }
    int width = features.width();
    var copy =
        new DenseFeatures(
            features.rows(), width, work.allocateFloats((long) features.rows() * width));
    work.workers()
        .forEachRange(
            features.rows(),
            256,
            (from, to) -> {
              for (int row = from; row < to; row++) {
                features.copyRow(row, 0, width, copy.data(), copy.at(row, 0));
              }
            });
    return copy;
  }
}
