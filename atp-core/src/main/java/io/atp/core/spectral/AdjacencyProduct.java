package io.atp.core.spectral;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// `y = A · x`: each node sums the values of the nodes it listens to.
///
/// One thread owns a row and takes its arcs in stored order, in four strands that are added at the
/// end (one sum would wait for the latency of each addition), so the bits do not depend on the
/// number of threads. In a directed graph A is not symmetric and this is not a map for [Lanczos].
public final class AdjacencyProduct implements LinearMap {
  private final CsrGraph graph;
  private final RowChunks rows;
  private final Workers workers;

  /// A thread's copy of the targets of its chunk: reading them from an array costs a fifth less
  /// than from off-heap memory.
  private final Queue<int[]> buffers = new ConcurrentLinkedQueue<>();

  public AdjacencyProduct(CsrGraph graph, Workers workers) {
    this.graph = graph;
    this.rows = RowChunks.of(graph);
    this.workers = workers;
  }

  @Override
  public void apply(double[] x, double[] y) {
    applyAndSum(x, y, (from, to) -> 0);
  }

  /// As [#apply], then `after` on each chunk of rows while they are in the cache; returns the sum
  /// of what it gives, added in row order.
  public double applyAndSum(double[] x, double[] y, Workers.RangeSum after) {
    return forEachChunk((targets, from, to) -> multiply(targets, x, y, from, to), after);
  }

  /// For values that are floats exactly: the same sums, in double, from half the bytes. The gathers
  /// miss the cache less often, which takes a third off the time.
  public double applyAndSum(float[] x, double[] y, Workers.RangeSum after) {
    return forEachChunk((targets, from, to) -> multiply(targets, x, y, from, to), after);
  }

  @FunctionalInterface
  private interface RowsBody {
    void run(int[] targets, int from, int to);
  }

  private double forEachChunk(RowsBody body, Workers.RangeSum after) {
    double[] parts = new double[rows.count()];
    workers.forEachChunk(
        rows.count(),
        chunk -> {
          int from = rows.from(chunk);
          int to = rows.to(chunk);
          int size = (int) (graph.offset(to) - graph.offset(from));
          int[] pooled = buffers.poll();
          int[] targets = pooled != null && pooled.length >= size ? pooled : new int[size];
          MemorySegment.copy(
              graph.targets(),
              ValueLayout.JAVA_INT_UNALIGNED,
              graph.offset(from) * Integer.BYTES,
              targets,
              0,
              size);
          graph.release(from, to);
          body.run(targets, from, to);
          buffers.add(targets);
          parts[chunk] = after.over(from, to);
        });
    double total = 0;
    for (double part : parts) {
      total += part;
    }
    return total;
  }

  private void multiply(int[] targets, double[] x, double[] y, int from, int to) {
    long first = graph.offset(from);
    int at = 0;
    for (int row = from; row < to; row++) {
      int end = (int) (graph.offset(row + 1) - first);
      double a = 0;
      double b = 0;
      double c = 0;
      double d = 0;
      for (; at + 3 < end; at += 4) {
        a += x[targets[at]];
        b += x[targets[at + 1]];
        c += x[targets[at + 2]];
        d += x[targets[at + 3]];
      }
      for (; at < end; at++) {
        a += x[targets[at]];
      }
      y[row] = (a + b) + (c + d);
    }
  }

  private void multiply(int[] targets, float[] x, double[] y, int from, int to) {
    long first = graph.offset(from);
    int at = 0;
    for (int row = from; row < to; row++) {
      int end = (int) (graph.offset(row + 1) - first);
      double a = 0;
      double b = 0;
      double c = 0;
      double d = 0;
      for (; at + 3 < end; at += 4) {
        a += x[targets[at]];
        b += x[targets[at + 1]];
        c += x[targets[at + 2]];
        d += x[targets[at + 3]];
      }
      for (; at < end; at++) {
        a += x[targets[at]];
      }
      y[row] = (a + b) + (c + d);
    }
  }
}
