package io.atp.core.graph;

/// Consecutive rows cut into chunks of about equal work, the same cut for any number of threads.
///
/// The work of a row is its degree plus one, so that a chunk holds either many small rows or one
/// hub.
public final class RowChunks {
  private static final long WORK_PER_CHUNK = 1 << 14;

  private final int[] bounds;

  private RowChunks(int[] bounds) {
    this.bounds = bounds;
  }

  public static RowChunks of(CsrGraph graph) {
    return of(graph, WORK_PER_CHUNK);
  }

  public static RowChunks of(CsrGraph graph, long workPerChunk) {
    int nodeCount = graph.nodeCount();
    long work = graph.arcCount() + nodeCount;
    int[] bounds = new int[(int) Math.min(nodeCount, work / workPerChunk + 1) + 1];
    int chunks = bounds.length - 1;
    for (int chunk = 1, node = 0; chunk < chunks; chunk++) {
      long goal = (long) ((double) work * chunk / chunks);
      node = firstNodeWithWork(graph, node, goal);
      bounds[chunk] = node;
    }
    bounds[chunks] = nodeCount;
    return new RowChunks(bounds);
  }

  /// Smallest node, not below `low`, with at least `goal` units of work before it.
  private static int firstNodeWithWork(CsrGraph graph, int low, long goal) {
    int high = graph.nodeCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (graph.offset(middle) + middle < goal) {
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
