package io.atp.tables;

import io.atp.core.graph.CsrGraph;

/// The arcs of a graph one after the other.
final class EdgeWalk {
  /// Which arcs.
  enum Over {
    /// Those that do not go back to a smaller node: each undirected edge once.
    EDGES,
    /// All as they are stored.
    ARCS,
    /// All, and each node's loop before its row.
    ARCS_AND_LOOPS
  }

  private final CsrGraph graph;
  private final Over over;
  private int source = -1;
  private int target = -1;
  private long arc;

  EdgeWalk(CsrGraph graph, Over over) {
    this.graph = graph;
    this.over = over;
  }

  long length() {
    return switch (over) {
      case EDGES -> graph.edgeCount();
      case ARCS -> graph.arcCount();
      case ARCS_AND_LOOPS -> graph.arcCount() + graph.nodeCount();
    };
  }

  EdgeWalk next() {
    do {
      step();
    } while (over == Over.EDGES && target < source);
    return this;
  }

  private void step() {
    while (source < 0 || arc == graph.offset(source + 1)) {
      source++;
      if (over == Over.ARCS_AND_LOOPS) {
        target = source;
        return;
      }
    }
    target = graph.target(arc++);
  }

  int source() {
    return source;
  }

  int target() {
    return target;
  }
}
