package io.atp.learn.tensor.op;

import io.atp.core.runtime.Workers;

/// Splits rows into ranges worth a thread's while. The split depends on the width alone, and no
/// element is shared, so it cannot change a result.
final class RowLoop {
  /// Floats per range: a quarter of a megabyte stays in a core's own cache between two passes.
  private static final int FLOATS = 1 << 16;

  private RowLoop() {}

  static void run(int rows, int columns, Workers workers, Workers.RangeBody body) {
    workers.forEachRange(rows, Math.max(1, FLOATS / Math.max(1, columns)), body);
  }
}
