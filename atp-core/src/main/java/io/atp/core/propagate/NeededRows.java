package io.atp.core.propagate;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NodeSet;
import io.atp.core.runtime.Workers;

/// Which rows each hop must make so that the kept ones come out: `S_K` are the kept rows, `S_k =
/// S_{k+1} ∪ N(S_{k+1})`. Hop 0 is the features themselves.
///
/// Where a set is most of the rows, or too many are neighbours of them to look, a hop makes all.
final class NeededRows {
  /// Hops before the last that may have a set of their own.
  private static final int MOST_HOPS = 3;

  /// A larger part of all rows has most of them for neighbours.
  private static final int LOOKED_AT = 8;

  private static final int RANGE = 1 << 14;

  private final NodeSet[] byHop; // null where a hop makes all

  private NeededRows(NodeSet[] byHop) {
    this.byHop = byHop;
  }

  /// What the sets take, at most.
  static long bytes(int nodeCount, int hops) {
    return (Math.min(MOST_HOPS, hops) + 1L) * NodeSet.bytes(nodeCount);
  }

  /// Every hop makes all rows.
  static NeededRows all(int hops) {
    return new NeededRows(new NodeSet[hops + 1]);
  }

  /// @param topology whose rows the hops walk along
  /// @param kept rows of it
  static NeededRows of(CsrGraph topology, int[] kept, int hops, Workers workers) {
    int rows = topology.nodeCount();
    NodeSet[] byHop = new NodeSet[hops + 1];
    NodeSet later = NodeSet.none(rows);
    for (int row : kept) {
      later.add(row);
    }
    for (int hop = hops - 1; hop >= Math.max(0, hops - MOST_HOPS); hop--) {
      if (later.size() > rows / LOOKED_AT) {
        break;
      }
      NodeSet here = later.copy();
      addNeighbours(topology, later, here, workers);
      if (here.size() > rows / 2) {
        break;
      }
      byHop[hop] = here;
      later = here;
    }
    return new NeededRows(byHop);
  }

  private static void addNeighbours(CsrGraph topology, NodeSet of, NodeSet to, Workers workers) {
    workers.forEachRange(
        topology.nodeCount(),
        RANGE,
        (from, end) -> {
          of.forEachRun(
              from,
              end,
              (first, last) -> {
                long arcs = topology.offset(last);
                for (long arc = topology.offset(first); arc < arcs; arc++) {
                  to.addShared(topology.target(arc));
                }
              });
          topology.release(from, end);
        });
  }

  /// The rows of `[from, to)` that a hop must make, as runs of neighbouring ones.
  void forEachRun(int hop, int from, int to, Workers.RangeBody body) {
    if (byHop[hop] == null) {
      body.run(from, to);
    } else {
      byHop[hop].forEachRun(from, to, body);
    }
  }
}
