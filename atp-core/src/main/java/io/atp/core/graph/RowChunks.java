package io.atp.core.graph;

import io.atp.core.runtime.HardChunks;
import java.util.function.IntToLongFunction;

/// Consecutive rows cut into chunks of about equal work, the same cut for any number of threads.
///
/// The work of a row is its degree plus one, so that a chunk holds either many small rows or one
/// hub.
public final class RowChunks {
  private static final long WORK_PER_CHUNK = HardChunks.work(1 << 14);

  private final int[] bounds;

  private RowChunks(int[] bounds) {
    this.bounds = bounds;
  }

  public static RowChunks of(CsrGraph graph) {
    return of(graph, WORK_PER_CHUNK);
  }

  public static RowChunks of(CsrGraph graph, long workPerChunk) {
    return of(graph.nodeCount(), graph::offset, workPerChunk);
  }

  /// @param offset how many entries lie before a row, for every row and one past the last
  public static RowChunks of(int rowCount, IntToLongFunction offset, long workPerChunk) {
    long work = offset.applyAsLong(rowCount) + rowCount;
    int[] bounds = new int[(int) Math.min(rowCount, work / workPerChunk + 1) + 1];
    int chunks = bounds.length - 1;
    for (int chunk = 1, row = 0; chunk < chunks; chunk++) {
      long goal = (long) ((double) work * chunk / chunks);
      row = firstRowWithWork(rowCount, offset, row, goal);
      bounds[chunk] = row;
    }
    bounds[chunks] = rowCount;
    return new RowChunks(bounds);
  }

  /// Smallest row, not below `low`, with at least `goal` units of work before it.
  private static int firstRowWithWork(int rowCount, IntToLongFunction offset, int low, long goal) {
    int high = rowCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (offset.applyAsLong(middle) + middle < goal) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Rows of the chunk that has most.
  public int mostRows() {
    int most = 0;
    for (int chunk = 0; chunk < count(); chunk++) {
      most = Math.max(most, to(chunk) - from(chunk));
    }
    return most;
  }

  public int count() {
    return bounds.length - 1;
  }

  public int from(int chunk) {
    return bounds[chunk];
  }

  public int to(int chunk) {
    return bounds[chunk + 1];
  }
}
