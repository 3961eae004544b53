package io.atp.webgraph;

import io.atp.core.graph.CsrGraph;
import it.unimi.dsi.webgraph.ImmutableGraph;

/// Our rows as WebGraph sees them.
final class CsrImmutableGraph extends ImmutableGraph {
  private final CsrGraph graph;

  CsrImmutableGraph(CsrGraph graph) {
    this.graph = graph;
  }

  @Override
  public int numNodes() {
    return graph.nodeCount();
  }

  @Override
  public long numArcs() {
    return graph.arcCount();
  }

  @Override
  public boolean randomAccess() {
    return true;
  }

  @Override
  public int outdegree(int node) {
    return (int) (graph.offset(node + 1) - graph.offset(node));
  }

  @Override
  public int[] successorArray(int node) {
    long start = graph.offset(node);
    int[] row = new int[outdegree(node)];
    for (int i = 0; i < row.length; i++) {
      row[i] = graph.target(start + i);
    }
    return row;
  }

  @Override
  public ImmutableGraph copy() {
    return this;
  }
}
