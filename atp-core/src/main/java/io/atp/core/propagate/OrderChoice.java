package io.atp.core.propagate;

import io.atp.core.feature.ColumnSource;
import io.atp.core.graph.CommunityOrder;
import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.Kernels;
import io.atp.core.propagate.PropagationConfig.RowOrder;

/// Whether [RowOrder#AUTO] looks for communities, and whether it uses those it finds.
///
/// To look pays off over a walk of several hops, if a panel is larger than the cache and not so
/// large that no community could fit it. To move rows pays off if many more arcs stay inside a
/// community than inside a stretch of ids, and a community fits the cache. Neither can change a
/// result, so both may be guesses.
final class OrderChoice {
  /// What a last-level cache holds, roughly.
  private static final long CACHE_BYTES = 32L << 20;

  /// Hops times columns from which on looking for communities is worth its price, which does not
  /// depend on columns.
  private static final long LEAST_WORK = 512;

  private static final double LEAST_GAIN = 0.25;
  private static final int SAMPLED_ROWS = 1 << 12;

  private OrderChoice() {}

  /// The order asked for, or AS_GIVEN for an AUTO that would not even look.
  static RowOrder settle(CsrGraph graph, ColumnSource features, PropagationConfig config) {
    if (config.order() != RowOrder.AUTO) {
      return config.order();
    }
    int width = Math.max(1, Math.min(features.width(), Kernels.active().widestPanel()));
    long columnHops = (long) config.hopCount() * features.width();
    long panel = (long) graph.nodeCount() * width * Float.BYTES;
    boolean unlimited = config.memoryBytes() == 0;
    return panel > 2 * CACHE_BYTES
            && panel <= CommunityOrder.MOST_COMMUNITIES * CACHE_BYTES
            && columnHops >= LEAST_WORK
            && unlimited
        ? RowOrder.AUTO
        : RowOrder.AS_GIVEN;
  }

  static boolean pays(CsrGraph graph, CommunityOrder order, int panelWidth) {
    long rowBytes = (long) panelWidth * Float.BYTES;
    return order.meanSize() * rowBytes <= CACHE_BYTES
        && order.insideShare() - nearShare(graph, CACHE_BYTES / rowBytes) >= LEAST_GAIN;
  }

  /// Share of arcs, of a sample of rows, that lead no further than half a cache of rows.
  private static double nearShare(CsrGraph graph, long cacheRows) {
    long near = 0;
    long all = 0;
    int rows = Math.min(SAMPLED_ROWS, graph.nodeCount());
    for (int i = 0; i < rows; i++) {
      int node = (int) ((long) i * graph.nodeCount() / rows);
      for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
        near += Math.abs(graph.target(arc) - (long) node) <= cacheRows / 2 ? 1 : 0;
        all++;
      }
    }
    return (double) near / Math.max(1, all);
  }
}
