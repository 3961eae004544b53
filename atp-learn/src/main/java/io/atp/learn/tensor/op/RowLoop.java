package io.atp.learn.tensor.op;

import io.atp.core.runtime.Workers;

/// Splits rows into ranges worth a thread's while. The split depends on the width alone, and no
/// element is shared, so it cannot change a result.
final class RowLoop {
  /// Floats per range: 64 KiB stay in a core's own cache between two passes, and a graph of a few
  /// thousand nodes still keeps several threads busy to the end.
  private static final int FLOATS = 1 << 14;

  private RowLoop() {}

  static void run(int rows, int columns, Workers workers, Workers.RangeBody body) {
    workers.forEachRange(rows, Math.max(1, FLOATS / Math.max(1, columns)), body);
  }
}
