package io.atp.cli.command;

import io.atp.core.feature.ComputedColumns;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;

/// Something to propagate over a graph that came without features: `±1/√width`, by hash.
///
/// Propagated random columns are a projection of the operator's own powers, `PᵏR`: nodes with like
/// neighbourhoods end up with like rows. That is the idea of FastRP (Chen et al., CIKM 2019).
final class RandomFeatures {
  static final int WIDTH = 64;

  private static final long PURPOSE = 0x72616E646F6DL; // "random"
  private static final int ROWS_PER_CHUNK = 1 << 12;
  private static final float MAGNITUDE = (float) (1 / Math.sqrt(WIDTH));

  private RandomFeatures() {}

  /// Made as it is read.
  static ComputedColumns columns(int rows, long seed) {
    return new ComputedColumns(
        rows,
        WIDTH,
        (row, column) -> { // one sign a bit, 64 columns
          long bits = StatelessHash.of(seed, PURPOSE, row);
          return (bits >>> column & 1) == 0 ? MAGNITUDE : -MAGNITUDE;
        });
  }

  static DenseFeatures draw(int rows, long seed, Workspace work) {
    ComputedColumns columns = columns(rows, seed);
    var drawn = new DenseFeatures(rows, WIDTH, work.allocateFloats((long) rows * WIDTH));
    work.workers()
        .forEachRange(
            rows,
            ROWS_PER_CHUNK,
            (from, to) -> {
              for (int row = from; row < to; row++) {
                columns.copyRow(row, 0, WIDTH, drawn.data(), drawn.at(row, 0));
              }
            });
    return drawn;
  }
}
