package io.atp.core.nodewise;

import io.atp.core.feature.Features;
import io.atp.core.graph.ConnectedComponents;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The state of infinitely many hops on `Y = X/s`: `Σ_j d̂_j · x_j/s_j / Σ_j d̂_j` over a node's
/// component, the same row for all its nodes.
///
/// `X⁽∞⁾_u` is `s_u` times that: with r̃ it differs from node to node.
///
/// @param component of each node
/// @param values a row per component
record SmoothState(int[] component, int width, float[] values) {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int COLUMNS = 32;

  static SmoothState of(PropagationOperator operator, Features features, Workspace work) {
    CsrGraph graph = operator.graph();
    ConnectedComponents parts = ConnectedComponents.of(graph, work);
    int width = features.width();
    Require.that(
        (long) parts.count() * width <= Integer.MAX_VALUE - 8,
        "%d components of %d columns are more limits than an array can hold",
        parts.count(),
        width);
    double[] mass = new double[parts.count()];
    for (int node = 0; node < graph.nodeCount(); node++) {
      mass[parts.component()[node]] += graph.selfLoopedDegree(node);
    }
    float[] values = new float[parts.count() * width];
    // One thread owns some columns and reads all rows in order: the same sums for any team.
    work.workers()
        .forEachRange(
            width,
            COLUMNS,
            (from, to) -> {
              double[] sums = new double[parts.count() * (to - from)];
              MemorySegment row = MemorySegment.ofArray(new float[to - from]);
              for (int node = 0; node < graph.nodeCount(); node++) {
                features.copyRow(node, from, to - from, row, 0);
                double weight = graph.selfLoopedDegree(node) * operator.right()[node];
                int at = parts.component()[node] * (to - from);
                for (int c = 0; c < to - from; c++) {
                  sums[at + c] += weight * row.get(FLOAT, (long) c * Float.BYTES);
                }
              }
              for (int part = 0; part < parts.count(); part++) {
                for (int c = from; c < to; c++) {
                  values[part * width + c] =
                      (float) (sums[part * (to - from) + c - from] / mass[part]);
                }
              }
            });
    return new SmoothState(parts.component(), width, values);
  }

  int at(int node, int column) {
    return component[node] * width + column;
  }
}
