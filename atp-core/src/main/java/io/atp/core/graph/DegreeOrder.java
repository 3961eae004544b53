package io.atp.core.graph;

import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;

/// Nodes by falling degree, equal degrees by rising id.
///
/// A stable counting sort over ranges of nodes. A range is never shorter than the largest degree,
/// so all counters together are no more than one int a node and one range.
public final class DegreeOrder {
  private static final int LEAST_RANGE = 1 << 16;

  private DegreeOrder() {}

  /// The node of the largest degree first: `order[rank] = node`. [Relabelling#inverse] of it names
  /// each node by its rank.
  public static int[] of(CsrGraph graph, Workspace work) {
    Workers workers = work.workers();
    int nodeCount = graph.nodeCount();
    int maxDegree = graph.maxDegree(workers);
    int range = Math.max(LEAST_RANGE, maxDegree + 1);
    int[][] next = new int[Math.ceilDiv(nodeCount, range)][];
    workers.forEachRange(
        nodeCount,
        range,
        (from, to) -> {
          int[] counts = new int[maxDegree + 1];
          for (int node = from; node < to; node++) {
            counts[graph.degree(node)]++;
          }
          next[from / range] = counts;
        });

    int at = 0;
    for (int degree = maxDegree; degree >= 0; degree--) {
      for (int[] counts : next) {
        int size = counts[degree];
        counts[degree] = at;
        at += size;
      }
    }
    int[] order = new int[nodeCount];
    workers.forEachRange(
        nodeCount,
        range,
        (from, to) -> {
          int[] places = next[from / range];
          for (int node = from; node < to; node++) {
            order[places[graph.degree(node)]++] = node;
          }
        });
    return order;
  }
}
