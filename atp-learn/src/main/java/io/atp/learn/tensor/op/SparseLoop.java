package io.atp.learn.tensor.op;

import io.atp.core.graph.RowChunks;
import io.atp.core.kernel.WeightedRows;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.sparse.SparseOperand;

/// The rows of a sparse matrix shared out in chunks of about equal work, each row staged in turn.
/// The cut depends on the matrix and the width alone.
final class SparseLoop {
  /// Floats gathered per chunk, about; enough to be worth a thread's while.
  private static final int FLOATS = 1 << 18;

  /// To stage and weigh an entry costs as much as to gather this many columns of it, about.
  private static final int LEAST_COLUMNS = 64;

  private final SparseOperand rows;
  private final RowChunks chunks;

  SparseLoop(SparseOperand rows, int columns) {
    this.rows = rows;
    this.chunks =
        RowChunks.of(
            rows.rows(), rows::offset, FLOATS / Math.clamp(columns, LEAST_COLUMNS, FLOATS));
  }

  @FunctionalInterface
  interface Body {
    /// @param list the entries of the row, the body's own until it returns
    void run(int chunk, int row, WeightedRows list);
  }

  int chunkCount() {
    return chunks.count();
  }

  @FunctionalInterface
  interface HeadBody {
    /// @param heads scratch, the body's own until it returns
    void run(int chunk, int row, WeightedRows list, HeadRow heads);
  }

  /// For bodies that weigh the entries of a row anew, for several heads.
  void run(Engine engine, int heads, HeadBody body) {
    engine
        .workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              WeightedRows list = new WeightedRows();
              HeadRow own = new HeadRow(heads);
              for (int row = chunks.from(chunk); row < chunks.to(chunk); row++) {
                rows.stage(row, list);
                own.reset(list.count());
                body.run(chunk, row, list, own);
              }
            });
  }

  void run(Engine engine, Body body) {
    engine
        .workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              WeightedRows list = new WeightedRows();
              for (int row = chunks.from(chunk); row < chunks.to(chunk); row++) {
                rows.stage(row, list);
                body.run(chunk, row, list);
              }
            });
  }
}
