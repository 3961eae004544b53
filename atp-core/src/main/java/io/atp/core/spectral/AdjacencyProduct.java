package io.atp.core.spectral;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// `y = A · x`: each node sums, in stored order, the values of the nodes it listens to.
///
/// One thread owns a row, so the bits do not depend on the number of threads. In a directed graph A
/// is not symmetric and this is not a map for [Lanczos].
public final class AdjacencyProduct implements LinearMap {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private final CsrGraph graph;
  private final RowChunks rows;
  private final Workers workers;

  public AdjacencyProduct(CsrGraph graph, Workers workers) {
    this.graph = graph;
    this.rows = RowChunks.of(graph);
    this.workers = workers;
  }

  @Override
  public void apply(double[] x, double[] y) {
    workers.forEachChunk(rows.count(), chunk -> multiply(x, y, rows.from(chunk), rows.to(chunk)));
  }

  /// As [#apply], then `after` on each chunk of rows while they are in the cache; returns the sum
  /// of what it gives, added in row order.
  public double applyAndSum(double[] x, double[] y, Workers.RangeSum after) {
    double[] parts = new double[rows.count()];
    workers.forEachChunk(
        rows.count(),
        chunk -> {
          multiply(x, y, rows.from(chunk), rows.to(chunk));
          parts[chunk] = after.over(rows.from(chunk), rows.to(chunk));
        });
    double total = 0;
    for (double part : parts) {
      total += part;
    }
    return total;
  }

  private void multiply(double[] x, double[] y, int from, int to) {
    MemorySegment targets = graph.targets();
    long arc = graph.offset(from);
    for (int row = from; row < to; row++) {
      long end = graph.offset(row + 1);
      double sum = 0;
      for (; arc < end; arc++) {
        sum += x[targets.get(INT, arc * Integer.BYTES)];
      }
      y[row] = sum;
    }
  }
}
