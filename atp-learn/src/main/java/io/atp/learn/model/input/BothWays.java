package io.atp.learn.model.input;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;

/// A topology as if every arc went both ways, for what can divide symmetric graphs only: one masked
/// row by row is directed.
final class BothWays {
  private BothWays() {}

  /// The graph itself where it is symmetric.
  static CsrGraph of(CsrGraph graph, Workspace work) {
    if (graph.symmetric()) {
      return graph;
    }
    try (Workspace scratch = work.scratch()) {
      ArcBuffer arcs = new ArcBuffer(scratch);
      for (int node = 0; node < graph.nodeCount(); node++) {
        for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
          arcs.add(node, graph.target(arc));
        }
      }
      return GraphBuilder.undirected(graph.nodeCount(), work).add(arcs).build().graph();
    }
  }
}
