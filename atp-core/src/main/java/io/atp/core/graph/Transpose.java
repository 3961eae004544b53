package io.atp.core.graph;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Aᵀ: row `j` lists, in increasing order, the nodes whose rows list `j`.
///
/// A two-level counting sort that never compares. Arcs are dealt into buckets of consecutive
/// targets, then each bucket is scattered into rows by one thread. Both steps keep the order of the
/// sources, so the rows come out sorted. Scratch memory: 8 bytes an arc; in a workspace without
/// room for that, [ExternalBuild] does it through files.
public final class Transpose {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int MAX_PARTS = 64;
  private static final long LEAST_WORK_PER_PART = 1 << 14;
  private static final int MAX_BUCKETS = 1 << 12;
  private static final int MAX_BUCKET_SHIFT = 20;
  private static final int ARCS_PER_BUCKET = 1 << 16;

  private Transpose() {}

  /// The transpose, or the graph itself when it is symmetric.
  public static CsrGraph of(CsrGraph graph, Workspace work) {
    if (graph.symmetric()) {
      return graph;
    }
    if (graph.arcCount() * Long.BYTES + graph.sizeBytes() > work.room()) {
      return GraphBuilder.directed(graph.nodeCount(), work)
          .add(new Reversed(graph))
          .build()
          .graph();
    }
    try (Workspace scratch = work.scratch()) {
      return gather(deal(graph, scratch), graph, work);
    }
  }

  /// The arcs of a graph the other way round, by their position.
  private record Reversed(CsrGraph graph) implements ArcSource {
    @Override
    public long size() {
      return graph.arcCount();
    }

    @Override
    public int copy(long from, int count, long[] into) {
      int source = rowOf(from);
      for (int i = 0; i < count; i++) {
        while (graph.offset(source + 1) <= from + i) {
          source++;
        }
        into[i] = ArcSource.pack(graph.target(from + i), source);
      }
      return count;
    }

    /// The row that holds an arc, by binary search.
    private int rowOf(long arc) {
      int low = 0;
      int high = graph.nodeCount() - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (graph.offset(middle + 1) <= arc) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  /// Arcs grouped by the high bits of their target, each `target << 32 | source`.
  private record Buckets(int shift, long[] bounds, MemorySegment arcs) {}

  private static Buckets deal(CsrGraph graph, Workspace scratch) {
    int shift = bucketShift(graph);
    int bucketCount = Math.ceilDiv(graph.nodeCount(), 1 << shift);
    long workPerPart = (graph.arcCount() + graph.nodeCount()) / MAX_PARTS + 1;
    RowChunks parts = RowChunks.of(graph, Math.max(LEAST_WORK_PER_PART, workPerPart));
    long[][] next = new long[parts.count()][bucketCount];
    scratch
        .workers()
        .forEachChunk(
            parts.count(),
            part -> {
              long end = graph.offset(parts.to(part));
              for (long arc = graph.offset(parts.from(part)); arc < end; arc++) {
                next[part][graph.target(arc) >>> shift]++;
              }
            });

    // Bucket-major prefix sums: part p of bucket b starts where part p - 1 of it ends.
    long[] bounds = new long[bucketCount + 1];
    long at = 0;
    for (int bucket = 0; bucket < bucketCount; bucket++) {
      bounds[bucket] = at;
      for (long[] part : next) {
        long size = part[bucket];
        part[bucket] = at;
        at += size;
      }
    }
    bounds[bucketCount] = at;
    MemorySegment arcs = scratch.allocateLongs(at);
    scratch
        .workers()
        .forEachChunk(
            parts.count(),
            part -> dealRows(graph, parts.from(part), parts.to(part), shift, next[part], arcs));
    return new Buckets(shift, bounds, arcs);
  }

  private static int bucketShift(CsrGraph graph) {
    long wanted = Math.clamp(graph.arcCount() / ARCS_PER_BUCKET, 1, MAX_BUCKETS);
    int shift = 0;
    while (shift < MAX_BUCKET_SHIFT && (graph.nodeCount() >> shift) > wanted) {
      shift++;
    }
    return shift;
  }

  private static void dealRows(
      CsrGraph graph, int from, int to, int shift, long[] next, MemorySegment arcs) {
    for (int source = from; source < to; source++) {
      for (long arc = graph.offset(source), end = graph.offset(source + 1); arc < end; arc++) {
        int target = graph.target(arc);
        arcs.set(LONG, next[target >>> shift]++ * Long.BYTES, (long) target << 32 | source);
      }
    }
  }

  private static CsrGraph gather(Buckets buckets, CsrGraph graph, Workspace work) {
    int nodeCount = graph.nodeCount();
    MemorySegment offsets = work.allocateLongs(nodeCount + 1L);
    MemorySegment targets = work.allocateInts(graph.arcCount());
    work.workers()
        .forEachChunk(
            buckets.bounds.length - 1, bucket -> scatter(buckets, bucket, offsets, targets));
    offsets.set(LONG, (long) nodeCount * Long.BYTES, graph.arcCount());
    return CsrGraph.of(offsets, targets, false);
  }

  /// The rows of one bucket fill exactly the span that its arcs had.
  private static void scatter(
      Buckets buckets, int bucket, MemorySegment offsets, MemorySegment targets) {
    long from = buckets.bounds[bucket];
    long to = buckets.bounds[bucket + 1];
    int first = bucket << buckets.shift;
    long nodeCount = offsets.byteSize() / Long.BYTES - 1;
    int rows = (int) Math.min(nodeCount - first, 1L << buckets.shift);
    long[] next = new long[rows];
    for (long at = from; at < to; at++) {
      next[(int) (buckets.arcs.get(LONG, at * Long.BYTES) >>> 32) - first]++;
    }
    long start = from;
    for (int row = 0; row < rows; row++) {
      long length = next[row];
      offsets.set(LONG, (long) (first + row) * Long.BYTES, start);
      next[row] = start;
      start += length;
    }
    for (long at = from; at < to; at++) {
      long arc = buckets.arcs.get(LONG, at * Long.BYTES);
      targets.set(INT, next[(int) (arc >>> 32) - first]++ * Integer.BYTES, (int) arc);
    }
  }
}
