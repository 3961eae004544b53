package io.atp.core.propagate;

import io.atp.core.graph.CommunityOrder;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.DegreeOrder;
import io.atp.core.graph.RowChunks;
import io.atp.core.propagate.PropagationConfig.RowOrder;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Which node's row lies where in a panel, and the topology in terms of those places.
///
/// A moved row keeps its neighbours in the order of their ids, although the places it names are
/// then unsorted: the sums add up in the same order and come out with the same bits.
///
/// @param nodeAt the node whose row lies at a place, or null where every node lies at its own id
record RowPlacement(CsrGraph topology, int[] nodeAt) {
  private static final System.Logger LOG = System.getLogger(RowPlacement.class.getName());
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  /// @param panelWidth columns of a row that travel together
  static RowPlacement of(CsrGraph graph, RowOrder order, int panelWidth, Workspace scratch) {
    return switch (order) {
      case AS_GIVEN -> new RowPlacement(graph, null);
      case BY_DEGREE -> moved(graph, DegreeOrder.of(graph, scratch), scratch);
      case BY_COMMUNITY -> moved(graph, CommunityOrder.of(graph, scratch).nodeAt(), scratch);
      case AUTO -> {
        CommunityOrder found = CommunityOrder.of(graph, scratch);
        boolean pays = OrderChoice.pays(graph, found, panelWidth);
        LOG.log(
            System.Logger.Level.DEBUG,
            "{0} % of arcs lie inside communities: rows {1}",
            Math.round(100 * found.insideShare()),
            pays ? "moved" : "stay as given");
        yield pays ? moved(graph, found.nodeAt(), scratch) : new RowPlacement(graph, null);
      }
    };
  }

  private static RowPlacement moved(CsrGraph graph, int[] nodeAt, Workspace scratch) {
    int[] placeOf = new int[nodeAt.length];
    MemorySegment offsets = scratch.allocateLongs(nodeAt.length + 1L);
    MemorySegment targets = scratch.allocateInts(graph.arcCount());
    long start = 0;
    for (int place = 0; place < nodeAt.length; place++) {
      placeOf[nodeAt[place]] = place;
      offsets.set(LONG, (long) place * Long.BYTES, start);
      start += graph.degree(nodeAt[place]);
    }
    offsets.set(LONG, (long) nodeAt.length * Long.BYTES, start);
    CsrGraph topology = CsrGraph.of(offsets, targets, graph.symmetric());
    RowChunks chunks = RowChunks.of(topology);
    scratch
        .workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              for (int place = chunks.from(chunk); place < chunks.to(chunk); place++) {
                long to = topology.offset(place) * Integer.BYTES;
                int node = nodeAt[place];
                for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
                  targets.set(INT, to, placeOf[graph.target(arc)]);
                  to += Integer.BYTES;
                }
              }
            });
    return new RowPlacement(topology, nodeAt);
  }

  boolean asGiven() {
    return nodeAt == null;
  }

  int node(int place) {
    return nodeAt == null ? place : nodeAt[place];
  }

  /// The place of each node, or null where every node lies at its own id.
  int[] placeOf() {
    if (nodeAt == null) {
      return null;
    }
    int[] places = new int[nodeAt.length];
    for (int place = 0; place < places.length; place++) {
      places[nodeAt[place]] = place;
    }
    return places;
  }
}
