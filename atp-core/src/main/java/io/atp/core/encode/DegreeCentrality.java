package io.atp.core.encode;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workers;

/// `R_dg(i) = d(i) / (n − 1)`: the share of all other nodes that a node is joined to, 0 when n < 2.
///
/// In a directed graph `d` is the length of the row: how many nodes `i` listens to.
public final class DegreeCentrality {
  private DegreeCentrality() {}

  public static double[] of(CsrGraph graph, Workers workers) {
    double[] values = new double[graph.nodeCount()];
    double others = Math.max(1, graph.nodeCount() - 1);
    workers.forEachRange(
        values.length,
        1 << 16,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            values[node] = graph.degree(node) / others;
          }
        });
    return values;
  }
}
