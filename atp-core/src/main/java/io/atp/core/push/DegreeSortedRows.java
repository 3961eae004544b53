package io.atp.core.push;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.graph.Transpose;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Row u lists those who listen to u, itself among them, by rising d̂ and then by id.
///
/// A walk that gives v the share `1 / d̂_v` meets the largest shares first and may stop at the
/// first that is too small. Memory: 4 bytes for each arc and each node, and 8 bytes a node.
final class DegreeSortedRows {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final MemorySegment offsets;
  private final MemorySegment targets;

  private DegreeSortedRows(MemorySegment offsets, MemorySegment targets) {
    this.offsets = offsets;
    this.targets = targets;
  }

  static DegreeSortedRows of(CsrGraph graph, Workspace work) {
    int nodeCount = graph.nodeCount();
    MemorySegment offsets = work.allocateLongs(nodeCount + 1L);
    MemorySegment targets = work.allocateInts(graph.arcCount() + nodeCount);
    try (Workspace scratch = work.scratch()) {
      CsrGraph listeners = Transpose.of(graph, scratch);
      RowChunks chunks = RowChunks.of(listeners);
      work.workers()
          .forEachChunk(
              chunks.count(),
              chunk -> {
                long[] keys = {};
                for (int node = chunks.from(chunk); node < chunks.to(chunk); node++) {
                  long at = listeners.offset(node) + node;
                  offsets.set(LONG, (long) node * Long.BYTES, at);
                  if (listeners.degree(node) >= keys.length) {
                    keys = new long[Math.max(listeners.degree(node) + 1, 2 * keys.length)];
                  }
                  fill(graph, listeners, node, keys, targets, at);
                }
              });
    }
    offsets.set(LONG, (long) nodeCount * Long.BYTES, graph.arcCount() + nodeCount);
    return new DegreeSortedRows(offsets, targets);
  }

  private static void fill(
      CsrGraph graph, CsrGraph listeners, int node, long[] keys, MemorySegment targets, long at) {
    long first = listeners.offset(node);
    int count = listeners.degree(node);
    for (int i = 0; i < count; i++) {
      keys[i] = key(graph, listeners.target(first + i));
    }
    keys[count] = key(graph, node);
    Arrays.sort(keys, 0, count + 1);
    for (int i = 0; i <= count; i++) {
      targets.set(INT, (at + i) * Integer.BYTES, (int) keys[i]);
    }
  }

  private static long key(CsrGraph graph, int node) {
    return (long) graph.degree(node) << 32 | node;
  }

  long start(int node) {
    return offsets.get(LONG, (long) node * Long.BYTES);
  }

  /// One past the last place of the row.
  long end(int node) {
    return start(node + 1);
  }

  int target(long at) {
    return targets.get(INT, at * Integer.BYTES);
  }
}
