package io.atp.core.graph;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// The nodes of a subset and every arc between two of them.
///
/// @param graph node `i` of it is node `nodes[i]` of the whole; symmetric if the whole is
/// @param nodes the subset, increasing
public record InducedSubgraph(CsrGraph graph, int[] nodes) {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int ABSENT = -1;
  private static final int RANGE = 1 << 10;

  /// Cost: the arcs of the subset, read twice, and one int per node of the whole.
  ///
  /// @throws IllegalArgumentException if `nodes` does not increase or leaves the graph
  public static InducedSubgraph of(CsrGraph whole, int[] nodes, Workspace work) {
    int[] newIds = newIds(whole, nodes);
    Workers workers = work.workers();
    MemorySegment offsets = work.allocateLongs(nodes.length + 1L);
    workers.forEachRange(
        nodes.length,
        RANGE,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            offsets.set(LONG, (long) i * Long.BYTES, keptArcs(whole, nodes[i], newIds));
          }
        });
    long arcs = RowOffsets.accumulate(offsets, nodes.length, workers);
    MemorySegment targets = work.allocateArray(arcs * Integer.BYTES);
    workers.forEachRange(
        nodes.length,
        RANGE,
        (from, to) -> {
          long at = offsets.get(LONG, (long) from * Long.BYTES);
          for (int i = from; i < to; i++) {
            at = copyKept(whole, nodes[i], newIds, targets, at);
          }
        });
    return new InducedSubgraph(CsrGraph.of(offsets, targets, whole.symmetric()), nodes);
  }

  private static int[] newIds(CsrGraph whole, int[] nodes) {
    int[] newIds = new int[whole.nodeCount()];
    Arrays.fill(newIds, ABSENT);
    int previous = -1;
    for (int i = 0; i < nodes.length; i++) {
      Require.that(
          nodes[i] > previous && nodes[i] < whole.nodeCount(),
          "the subset lists node %d after %d, with %d nodes: it must increase and stay in range",
          nodes[i],
          previous,
          whole.nodeCount());
      newIds[nodes[i]] = i;
      previous = nodes[i];
    }
    return newIds;
  }

  private static long keptArcs(CsrGraph whole, int node, int[] newIds) {
    long kept = 0;
    for (long arc = whole.offset(node), end = whole.offset(node + 1); arc < end; arc++) {
      kept += newIds[whole.target(arc)] == ABSENT ? 0 : 1;
    }
    return kept;
  }

  /// New ids rise with old ones, so a sorted row stays sorted.
  private static long copyKept(
      CsrGraph whole, int node, int[] newIds, MemorySegment targets, long at) {
    for (long arc = whole.offset(node), end = whole.offset(node + 1); arc < end; arc++) {
      int target = newIds[whole.target(arc)];
      if (target != ABSENT) {
        targets.set(INT, at++ * Integer.BYTES, target);
      }
    }
    return at;
  }
}
