package io.atp.core.graph;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Unsorted arcs → [CsrGraph]: symmetrises, sorts, removes duplicates and self-loops, and counts
/// each.
///
/// A two-level counting sort. Arcs are first dealt into buckets of consecutive source nodes, then
/// each bucket, small enough for the cache, is scattered into rows, sorted and made simple by one
/// thread. The result depends on the set of arcs alone, not on their order or on threads.
///
/// Off-heap peak while building, for a input arcs (each dealt twice when symmetrising) and r result
/// arcs: the caller's buffers 8a, the dealt arcs 16a (8a directed) and the result 4r + 8n; the
/// caller frees its buffers afterwards. In a workspace that spills and has no room for that, or one
/// with a checkpoint, [ExternalBuild] makes the same graph from files.
public final class GraphBuilder {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int MAX_BUCKETS = 1 << 12;
  private static final int MAX_BUCKET_SHIFT = 20;
  private static final int ARCS_PER_BUCKET = 1 << 16;

  private final int nodeCount;
  private final boolean symmetrise;
  private final ArcParts parts = new ArcParts();
  private final Workspace work;

  private GraphBuilder(int nodeCount, boolean symmetrise, Workspace work) {
    this.nodeCount = Require.atLeast("nodeCount", nodeCount, 0);
    this.symmetrise = symmetrise;
    this.work = work;
  }

  /// Every arc is taken in both directions.
  public static GraphBuilder undirected(int nodeCount, Workspace work) {
    return new GraphBuilder(nodeCount, true, work);
  }

  /// Arcs are taken as they are: row `source` lists `target`.
  public static GraphBuilder directed(int nodeCount, Workspace work) {
    return new GraphBuilder(nodeCount, false, work);
  }

  public GraphBuilder add(ArcSource arcs) {
    parts.add(arcs);
    return this;
  }

  /// @throws IllegalArgumentException if an arc names a node outside `[0, nodeCount)`
  public BuiltGraph build() {
    if (work.checkpoint().isPresent()
        || inMemoryBytes(nodeCount, parts.size(), symmetrise) > work.room()) {
      return new ExternalBuild(nodeCount, symmetrise, parts, work).build();
    }
    try (Workspace scratch = work.scratch()) {
      return gather(deal(scratch));
    }
  }

  /// Most off-heap bytes a build in memory takes, beside the arcs where they come from.
  public static long inMemoryBytes(long nodeCount, long arcs, boolean symmetrise) {
    long dealt = symmetrise ? 2 * arcs : arcs;
    return dealt * (Long.BYTES + Integer.BYTES) + (nodeCount + 1) * Long.BYTES;
  }

  /// Arcs grouped by the high bits of their source. An entry is `sourceInBucket << 32 | target << 1
  /// | reversed`.
  private record Buckets(
      int shift, long[] bounds, MemorySegment entries, long arcsRead, long selfLoops) {
    int count() {
      return bounds.length - 1;
    }
  }

  private Buckets deal(Workspace scratch) {
    int shift = bucketShift(symmetrise ? 2 * parts.size() : parts.size());
    int bucketCount = (int) (((long) Math.max(nodeCount, 1) - 1 >> shift) + 1);
    Workers workers = scratch.workers();

    long[][] counts = new long[parts.count()][bucketCount];
    long[] loops = new long[parts.count()];
    long[] read = new long[parts.count()];
    workers.forEachChunk(
        parts.count(),
        part ->
            parts.forEach(
                part,
                (arcs, count) -> {
                  read[part] += count;
                  loops[part] += countArcs(arcs, count, shift, counts[part]);
                }));

    // Bucket-major prefix sums: part p of bucket b starts where part p - 1 of it ends.
    long[] bounds = new long[bucketCount + 1];
    long at = 0;
    for (int bucket = 0; bucket < bucketCount; bucket++) {
      bounds[bucket] = at;
      for (long[] count : counts) {
        long size = count[bucket];
        count[bucket] = at;
        at += size;
      }
    }
    bounds[bucketCount] = at;
    MemorySegment entries = scratch.allocateLongs(at);
    workers.forEachChunk(
        parts.count(),
        part ->
            parts.forEach(
                part, (arcs, count) -> dealArcs(arcs, count, shift, counts[part], entries)));
    return new Buckets(
        shift, bounds, entries, Arrays.stream(read).sum(), Arrays.stream(loops).sum());
  }

  private int bucketShift(long dealt) {
    long wanted = Math.clamp(dealt / ARCS_PER_BUCKET, 1, MAX_BUCKETS);
    int shift = 0;
    while (shift < MAX_BUCKET_SHIFT && ((long) nodeCount >> shift) > wanted) {
      shift++;
    }
    return shift;
  }

  /// Adds to the counts of the buckets, and returns how many are loops.
  private long countArcs(long[] arcs, int count, int shift, long[] counts) {
    long selfLoops = 0;
    for (int i = 0; i < count; i++) {
      int source = (int) (arcs[i] >>> 32);
      int target = (int) arcs[i];
      requireInside(source, target, nodeCount);
      if (source == target) {
        selfLoops++;
        continue;
      }
      counts[source >>> shift]++;
      if (symmetrise) {
        counts[target >>> shift]++;
      }
    }
    return selfLoops;
  }

  static void requireInside(int source, int target, int nodeCount) {
    if (source < 0 || source >= nodeCount || target < 0 || target >= nodeCount) {
      throw new IllegalArgumentException(
          "arc %d → %d names a node outside 0 to %d".formatted(source, target, nodeCount - 1));
    }
  }

  private void dealArcs(long[] arcs, int count, int shift, long[] next, MemorySegment entries) {
    long mask = (1L << shift) - 1;
    for (int i = 0; i < count; i++) {
      int source = (int) (arcs[i] >>> 32);
      int target = (int) arcs[i];
      if (source == target) {
        continue;
      }
      entries.set(
          LONG, next[source >>> shift]++ * Long.BYTES, (source & mask) << 32 | (long) target << 1);
      if (symmetrise) {
        entries.set(
            LONG,
            next[target >>> shift]++ * Long.BYTES,
            (target & mask) << 32 | (long) source << 1 | 1);
      }
    }
  }

  private BuiltGraph gather(Buckets buckets) {
    Workers workers = work.workers();
    int bucketCount = buckets.count();
    MemorySegment offsets = work.allocateLongs(nodeCount + 1L);
    BucketRows.Tally[] tallies = new BucketRows.Tally[bucketCount];
    // The simple rows of a bucket replace its entries in place (they never need more room), 4 bytes
    // an arc.
    Queue<BucketRows> idle = new ConcurrentLinkedQueue<>();
    workers.forEachChunk(
        bucketCount,
        bucket -> {
          BucketRows pooled = idle.poll();
          BucketRows rows = pooled != null ? pooled : new BucketRows();
          tallies[bucket] = simplify(rows, buckets, bucket, offsets);
          idle.add(rows);
        });

    long arcs = 0;
    long duplicates = 0;
    long added = 0;
    long[] starts = new long[bucketCount];
    for (int bucket = 0; bucket < bucketCount; bucket++) {
      starts[bucket] = arcs;
      arcs += tallies[bucket].arcs();
      duplicates += tallies[bucket].duplicates();
      added += tallies[bucket].added();
    }
    MemorySegment targets = work.allocateInts(arcs);
    workers.forEachChunk(
        bucketCount,
        bucket -> {
          long start = starts[bucket];
          int first = bucket << buckets.shift;
          int last = (int) Math.min(nodeCount, (long) (bucket + 1) << buckets.shift);
          for (int node = first; node < last; node++) {
            long at = (long) node * Long.BYTES;
            offsets.set(LONG, at, offsets.get(LONG, at) + start);
          }
          MemorySegment.copy(
              buckets.entries,
              buckets.bounds[bucket] * Long.BYTES,
              targets,
              start * Integer.BYTES,
              tallies[bucket].arcs() * Integer.BYTES);
        });
    offsets.set(LONG, (long) nodeCount * Long.BYTES, arcs);
    return new BuiltGraph(
        CsrGraph.of(offsets, targets, symmetrise),
        new BuildAccount(buckets.arcsRead, buckets.selfLoops, duplicates, added));
  }

  /// Sorts one bucket into rows, drops repeats, and writes row starts relative to the bucket.
  private BucketRows.Tally simplify(
      BucketRows into, Buckets buckets, int bucket, MemorySegment offsets) {
    int first = bucket << buckets.shift;
    int rows = (int) Math.min(nodeCount - (long) first, 1L << buckets.shift);
    long from = buckets.bounds[bucket];
    long size = buckets.bounds[bucket + 1] - from;
    MemorySegment entries = buckets.entries.asSlice(from * Long.BYTES, size * Long.BYTES);
    long starts = (long) first * Long.BYTES;
    return into.simplify(entries, first, rows, offsets.asSlice(starts, (long) rows * Long.BYTES));
  }
}
