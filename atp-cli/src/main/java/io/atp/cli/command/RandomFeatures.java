package io.atp.cli.command;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.runtime.StatelessHash;

/// Something to propagate over a graph that came without features: `±1/√width`, by hash.
///
/// Propagated random columns are a projection of the operator's own powers, `PᵏR`: nodes with like
/// neighbourhoods end up with like rows. That is the idea of FastRP (Chen et al., CIKM 2019).
final class RandomFeatures {
  static final int WIDTH = 64;

  private static final long PURPOSE = 0x72616E646F6DL; // "random"
  private static final float MAGNITUDE = (float) (1 / Math.sqrt(WIDTH));

  private RandomFeatures() {}

  /// Made as it is read.
  static ComputedFeatures of(int rows, long seed) {
    return ComputedFeatures.of(
        rows,
        WIDTH,
        (row, column) -> { // one sign a bit, 64 columns
          long bits = StatelessHash.of(seed, PURPOSE, row);
          return (bits >>> column & 1) == 0 ? MAGNITUDE : -MAGNITUDE;
        });
  }
}
