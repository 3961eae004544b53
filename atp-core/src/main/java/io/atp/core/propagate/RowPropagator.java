package io.atp.core.propagate;

import io.atp.core.feature.ColumnSource;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Some rows of X⁽⁰⁾ … X⁽ᴷ⁾: those a model is trained and judged on. The bytes are those of the
/// same rows of [Propagator#propagate], and the memory is that of two panels and the rows.
public final class RowPropagator {
  private static final int RANGE = 1 << 10;

  private RowPropagator() {}

  /// @param rows nodes, rising
  /// @return row `i` of each matrix is that of node `rows[i]`
  public static HopFeatures propagate(
      PropagationOperator operator,
      ColumnSource source,
      PropagationConfig asked,
      int[] rows,
      Workspace work) {
    PropagationConfig config = Propagator.within(work, operator.graph(), source, asked);
    BlockConfig blocks = BlockConfig.of(config).withRows(rows);
    BlockPlan plan = BlockPlan.of(operator.graph(), source, blocks);
    HopFeatures results =
        HopFeatures.allocate(config.outputCount(), rows.length, source.width(), work);
    if (blocks.keepsFeatures()) {
      gather(source, rows, results.hop(0), work);
    }
    List<ColumnRange> todo = ColumnRange.missing(List.of(), source.width(), plan.width());
    BlockPropagator.propagate(operator, source, blocks, plan, todo, sink(results), work);
    return results;
  }

  /// @param rows of the source, rising; null for all
  static void gather(ColumnSource source, int[] rows, DenseFeatures into, Workspace work) {
    work.workers()
        .forEachRange(
            into.rows(),
            RANGE,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                int row = rows == null ? i : rows[i];
                source.copyRow(row, 0, into.width(), into.data(), into.at(i, 0));
                source.release(row, row + 1, 0, into.width());
              }
              into.release(from, to, 0, into.width());
            });
  }

  private static BlockSink sink(HopFeatures results) {
    return new BlockSink() {
      @Override
      public void write(int result, ColumnRange columns, int from, int to, MemorySegment packed) {
        DenseFeatures into = results.hop(result);
        long bytes = (long) columns.columns() * Float.BYTES;
        for (int i = from; i < to; i++) {
          long at = into.at(i, columns.from());
          MemorySegment.copy(packed, (i - from) * bytes, into.data(), at, bytes);
        }
        into.release(from, to, columns.from(), columns.columns());
      }

      @Override
      public void finished(ColumnRange columns) {}
    };
  }
}
