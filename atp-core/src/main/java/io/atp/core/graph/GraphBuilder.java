package io.atp.core.graph;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Unsorted arcs → [CsrGraph]: symmetrises, sorts, removes duplicates and self-loops, and counts
/// each.
///
/// A two-level counting sort. Arcs are first dealt into buckets of consecutive source nodes, then
/// each bucket, small enough for the cache, is scattered into rows, sorted and made simple by one
/// thread. The result depends on the set of arcs alone, not on their order or on threads.
///
/// Off-heap peak while building, for a input arcs (each dealt twice when symmetrising) and r result
/// arcs: the caller's buffers 8a, the dealt arcs 16a (8a directed) and the result 4r + 8n; the
/// caller frees its buffers afterwards.
public final class GraphBuilder {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int MAX_BUCKETS = 1 << 12;
  private static final int MAX_BUCKET_SHIFT = 20;
  private static final int ARCS_PER_BUCKET = 1 << 16;

  private final int nodeCount;
  private final boolean symmetrise;
  private final List<Part> parts = new ArrayList<>();
  private final Workspace work;

  /// One block of a buffer: the unit in which arcs are read again by a thread.
  private record Part(MemorySegment arcs, int size) {}

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

  public GraphBuilder add(ArcBuffer buffer) {
    for (int block = 0; block < buffer.blockCount(); block++) {
      parts.add(new Part(buffer.block(block), buffer.blockSize(block)));
    }
    return this;
  }

  /// @throws IllegalArgumentException if an arc names a node outside `[0, nodeCount)`
  public BuiltGraph build() {
    long arcsRead = parts.stream().mapToLong(Part::size).sum();
    try (Workspace scratch = work.scratch()) {
      Buckets buckets = deal(arcsRead, scratch);
      return gather(buckets, arcsRead);
    }
  }

  /// Arcs grouped by the high bits of their source. An entry is `sourceInBucket << 32 | target << 1
  /// | reversed`.
  private record Buckets(int shift, long[] bounds, MemorySegment entries, long selfLoops) {
    int count() {
      return bounds.length - 1;
    }
  }

  private Buckets deal(long arcsRead, Workspace scratch) {
    long dealt = symmetrise ? 2 * arcsRead : arcsRead;
    int shift = bucketShift(dealt);
    int bucketCount = (int) (((long) Math.max(nodeCount, 1) - 1 >> shift) + 1);
    Workers workers = scratch.workers();

    long[][] counts = new long[parts.size()][];
    long[] loops = new long[parts.size()];
    workers.forEachChunk(
        parts.size(),
        part -> counts[part] = countPart(parts.get(part), shift, bucketCount, loops, part));

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
        parts.size(), part -> dealPart(parts.get(part), shift, counts[part], entries));
    return new Buckets(shift, bounds, entries, Arrays.stream(loops).sum());
  }

  private int bucketShift(long dealt) {
    long wanted = Math.clamp(dealt / ARCS_PER_BUCKET, 1, MAX_BUCKETS);
    int shift = 0;
    while (shift < MAX_BUCKET_SHIFT && ((long) nodeCount >> shift) > wanted) {
      shift++;
    }
    return shift;
  }

  private long[] countPart(Part part, int shift, int bucketCount, long[] loops, int index) {
    long[] count = new long[bucketCount];
    long selfLoops = 0;
    for (int i = 0; i < part.size; i++) {
      long arc = part.arcs.get(LONG, (long) i * Long.BYTES);
      int source = (int) (arc >>> 32);
      int target = (int) arc;
      if (source < 0 || source >= nodeCount || target < 0 || target >= nodeCount) {
        throw new IllegalArgumentException(
            "arc %d → %d names a node outside 0 to %d".formatted(source, target, nodeCount - 1));
      }
      if (source == target) {
        selfLoops++;
        continue;
      }
      count[source >>> shift]++;
      if (symmetrise) {
        count[target >>> shift]++;
      }
    }
    loops[index] = selfLoops;
    return count;
  }

  private void dealPart(Part part, int shift, long[] next, MemorySegment entries) {
    long mask = (1L << shift) - 1;
    for (int i = 0; i < part.size; i++) {
      long arc = part.arcs.get(LONG, (long) i * Long.BYTES);
      int source = (int) (arc >>> 32);
      int target = (int) arc;
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

  private BuiltGraph gather(Buckets buckets, long arcsRead) {
    Workers workers = work.workers();
    int bucketCount = buckets.count();
    MemorySegment offsets = work.allocateLongs(nodeCount + 1L);
    Tally[] tallies = new Tally[bucketCount];
    // The simple rows of a bucket replace its entries in place (they never need more room), 4 bytes
    // an arc.
    workers.forEachChunk(
        bucketCount, bucket -> tallies[bucket] = simplify(buckets, bucket, offsets));

    long arcs = 0;
    long duplicates = 0;
    long added = 0;
    long[] starts = new long[bucketCount];
    for (int bucket = 0; bucket < bucketCount; bucket++) {
      starts[bucket] = arcs;
      arcs += tallies[bucket].arcs;
      duplicates += tallies[bucket].duplicates;
      added += tallies[bucket].added;
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
              tallies[bucket].arcs * Integer.BYTES);
        });
    offsets.set(LONG, (long) nodeCount * Long.BYTES, arcs);
    return new BuiltGraph(
        CsrGraph.of(offsets, targets, symmetrise),
        new BuildAccount(arcsRead, buckets.selfLoops, duplicates, added));
  }

  private record Tally(long arcs, long duplicates, long added) {}

  /// Sorts one bucket into rows, drops repeats, writes row starts relative to the bucket, and
  /// counts.
  private Tally simplify(Buckets buckets, int bucket, MemorySegment offsets) {
    int first = bucket << buckets.shift;
    int rows = (int) Math.min(nodeCount - (long) first, 1L << buckets.shift);
    long from = buckets.bounds[bucket];
    long to = buckets.bounds[bucket + 1];
    Require.that(
        to - from <= Integer.MAX_VALUE - 8,
        "%d arcs leave nodes %d to %d",
        to - from,
        first,
        first + rows - 1);
    MemorySegment entries = buckets.entries;
    int[] start = new int[rows + 1];
    for (long at = from; at < to; at++) {
      start[(int) (entries.get(LONG, at * Long.BYTES) >>> 32) + 1]++;
    }
    for (int row = 0; row < rows; row++) {
      start[row + 1] += start[row];
    }
    int[] next = Arrays.copyOf(start, rows);
    int[] sorted = new int[(int) (to - from)];
    for (long at = from; at < to; at++) {
      long entry = entries.get(LONG, at * Long.BYTES);
      // target << 1 | reversed fills 32 bits; flipping the top one makes the signed order of sort()
      // the right one.
      sorted[next[(int) (entry >>> 32)]++] = (int) entry ^ Integer.MIN_VALUE;
    }
    long out = from * Long.BYTES;
    int kept = 0;
    long duplicates = 0;
    long added = 0;
    for (int row = 0; row < rows; row++) {
      offsets.set(LONG, (long) (first + row) * Long.BYTES, kept);
      Arrays.sort(sorted, start[row], start[row + 1]);
      for (int at = start[row], end = start[row + 1]; at < end; ) {
        int target = (sorted[at] ^ Integer.MIN_VALUE) >>> 1;
        int originals = 0;
        do {
          originals += ~sorted[at] & 1;
          at++;
        } while (at < end && (sorted[at] ^ Integer.MIN_VALUE) >>> 1 == target);
        duplicates += Math.max(0, originals - 1);
        added += originals == 0 ? 1 : 0;
        entries.set(INT, out + (long) kept++ * Integer.BYTES, target);
      }
    }
    return new Tally(kept, duplicates, added);
  }
}
