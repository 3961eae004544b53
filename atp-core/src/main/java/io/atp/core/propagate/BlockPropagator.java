package io.atp.core.propagate;

import io.atp.core.feature.ColumnSource;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.util.List;

/// X⁽ᵏ⁺¹⁾ = P̃ X⁽ᵏ⁾ for graphs whose results, or features, do not fit in memory: the column block
/// is outermost, all K hops of it before the next, and results leave as they are made.
///
/// The bytes are those of [Propagator] for float32, whatever the blocks. Three things happen at a
/// time: hops of one block, the writing of its hops before, and the reading of the next block of X.
public final class BlockPropagator {
  private static final int MOST_PIECE_ROWS = 1 << 14;
  private static final int PIECE_BYTES = 8 << 20;

  private BlockPropagator() {}

  /// Rows of one piece of a result, the last piece shorter: a power of two, so that all columns of
  /// these rows are at most 8 MB. Follows from the width alone, since pieces carry checksums.
  public static int pieceRows(int width) {
    int rows = MOST_PIECE_ROWS;
    while (rows > 1 && (long) rows * width * Float.BYTES > PIECE_BYTES) {
      rows /= 2;
    }
    return rows;
  }

  /// @param todo the columns still to be done, none wider than the plan; each is finished before
  ///   the next begins to be
  /// @return the plan as it was carried out, with the size a compressed topology came to
  public static BlockPlan propagate(
      PropagationOperator operator,
      ColumnSource source,
      BlockConfig config,
      BlockPlan plan,
      List<ColumnRange> todo,
      BlockSink sink,
      Workspace work) {
    HopFactors factors = HopFactors.of(operator, config.propagation());
    return propagate(operator.graph(), factors, source, config, plan, todo, sink, work);
  }

  /// The same for a caller that has let go of the operator, and of the memory it took.
  public static BlockPlan propagate(
      CsrGraph graph,
      HopFactors factors,
      ColumnSource source,
      BlockConfig config,
      BlockPlan plan,
      List<ColumnRange> todo,
      BlockSink sink,
      Workspace work) {
    Require.that(
        source.rows() == graph.nodeCount(),
        "features have %d rows, graph has %d nodes",
        source.rows(),
        graph.nodeCount());
    int[] rows = config.rows();
    Require.that(
        rows == null || rows.length == 0 || rows[0] >= 0 && rows[rows.length - 1] < source.rows(),
        "kept rows run from %d to %d, the graph has %d nodes",
        rows == null || rows.length == 0 ? 0 : rows[0],
        rows == null || rows.length == 0 ? 0 : rows[rows.length - 1],
        source.rows());
    if (todo.isEmpty() || config.computedResults().length == 0) {
      return plan;
    }
    try (Workspace scratch = work.scratch();
        BlockWalk walk = new BlockWalk(graph, factors, source, config, plan, sink, scratch)) {
      for (int block = 0; block < todo.size(); block++) {
        walk.run(todo.get(block), block + 1 < todo.size() ? todo.get(block + 1) : null);
        work.progress().report("propagate", block + 1L, todo.size());
      }
      walk.awaitAll();
      return walk.plan();
    }
  }
}
