package io.atp.core.encode;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A symmetric graph with nodes renamed by falling degree and each edge kept once, at its end of
/// lower degree.
///
/// `rank 0` is the largest hub (ties: the lower id first), and row `r` lists, in increasing order,
/// the neighbours of smaller rank. No row is longer than √(2m), however large the hub, and what the
/// rows list most often lies together at the low ranks.
///
/// Off-heap cost: 4 bytes an edge, in the scratch workspace it is built in, or in a file of its.
record UpwardRows(int[] rankOf, long[] offsets, MemorySegment targets) {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  static UpwardRows of(CsrGraph graph, Workspace scratch) {
    Workers workers = scratch.workers();
    int[] rankOf = byFallingDegree(graph, workers);
    RowChunks rows = RowChunks.of(graph);
    long[] offsets = new long[graph.nodeCount() + 1];
    workers.forEachChunk(
        rows.count(), chunk -> count(graph, rankOf, offsets, rows.from(chunk), rows.to(chunk)));
    for (int rank = 0; rank < graph.nodeCount(); rank++) {
      offsets[rank + 1] += offsets[rank];
    }
    MemorySegment targets = scratch.allocateArray(offsets[graph.nodeCount()] * Integer.BYTES);
    workers.forEachChunk(
        rows.count(),
        chunk -> fill(graph, rankOf, offsets, targets, rows.from(chunk), rows.to(chunk)));
    return new UpwardRows(rankOf, offsets, targets);
  }

  int nodeCount() {
    return rankOf.length;
  }

  /// A counting sort.
  private static int[] byFallingDegree(CsrGraph graph, Workers workers) {
    int[] degrees = graph.degrees(workers);
    int max = graph.maxDegree(workers);
    int[] next = new int[max + 2];
    for (int degree : degrees) {
      next[max - degree + 1]++;
    }
    for (int i = 0; i <= max; i++) {
      next[i + 1] += next[i];
    }
    int[] rankOf = new int[degrees.length];
    for (int node = 0; node < rankOf.length; node++) {
      rankOf[node] = next[max - degrees[node]]++;
    }
    return rankOf;
  }

  private static void count(CsrGraph graph, int[] rankOf, long[] offsets, int from, int to) {
    MemorySegment all = graph.targets();
    long arc = graph.offset(from);
    for (int node = from; node < to; node++) {
      int rank = rankOf[node];
      int upward = 0;
      for (long end = graph.offset(node + 1); arc < end; arc++) {
        // Without a branch: which way an edge points is as good as random.
        upward += rankOf[all.get(INT, arc * Integer.BYTES)] - rank >>> 31;
      }
      offsets[rank + 1] = upward;
    }
    graph.release(from, to);
  }

  private static void fill(
      CsrGraph graph, int[] rankOf, long[] offsets, MemorySegment targets, int from, int to) {
    MemorySegment all = graph.targets();
    int[] row = new int[64];
    long arc = graph.offset(from);
    for (int node = from; node < to; node++) {
      int rank = rankOf[node];
      int upward = (int) (offsets[rank + 1] - offsets[rank]);
      if (upward >= row.length) {
        row = new int[Math.max(upward + 1, 2 * row.length)];
      }
      int size = 0;
      for (long end = graph.offset(node + 1); arc < end; arc++) {
        int other = rankOf[all.get(INT, arc * Integer.BYTES)];
        row[size] = other; // overwritten by the next one unless it counts
        size += other - rank >>> 31;
      }
      Arrays.sort(row, 0, size);
      MemorySegment.copy(row, 0, targets, INT, offsets[rank] * Integer.BYTES, size);
    }
    graph.release(from, to);
  }
}
