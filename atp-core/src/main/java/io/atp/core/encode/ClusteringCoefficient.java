package io.atp.core.encode;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;

/// Local clustering coefficient: the share of a node's pairs of neighbours that are themselves
/// joined.
///
/// `C(i) = 2 · triangles(i) / (d(i) · (d(i) − 1))`, and 0 when `d(i) < 2`. In a directed graph
/// [Triangles] counts ordered pairs already, and `C(i) = pairs(i) / (d(i) · (d(i) − 1))`. The
/// products are taken in `double`: from degree 46 342 on they no longer fit an `int`.
public final class ClusteringCoefficient {
  private ClusteringCoefficient() {}

  /// From the counts that [Triangles#count] or [SampledClustering] gives for the same graph.
  public static double[] of(CsrGraph graph, long[] triangles, Workers workers) {
    Require.that(
        triangles.length == graph.nodeCount(),
        "%d triangle counts for a graph of %d nodes",
        triangles.length,
        graph.nodeCount());
    double perTriangle = graph.symmetric() ? 2 : 1;
    double[] values = new double[triangles.length];
    workers.forEachRange(
        values.length,
        1 << 16,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            double degree = graph.degree(node);
            values[node] = degree < 2 ? 0 : perTriangle * triangles[node] / (degree * (degree - 1));
          }
        });
    return values;
  }
}
