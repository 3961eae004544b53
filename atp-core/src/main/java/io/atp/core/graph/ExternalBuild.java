package io.atp.core.graph;

import io.atp.core.runtime.Spill;
import io.atp.core.runtime.SpilledArray;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/// The graph that [GraphBuilder] makes, byte for byte, from arcs that memory cannot hold.
///
/// Arcs are dealt into ranges of source nodes, each a list in a [BucketFile]; then range after
/// range is read back, sorted by counting, made simple, and written to its place in two files,
/// which the graph maps. Half of the room is for the dealing buffers, which are gone when the
/// sorting begins.
///
/// Disk: 8 bytes for each arc dealt (twice as many as read when symmetrising), and the result.
final class ExternalBuild {
  private static final System.Logger LOG = System.getLogger(ExternalBuild.class.getName());
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int ENTRIES_PER_RANGE = 1 << 18;
  private static final int MOST_RANGES = 1 << 13;
  private static final int LEAST_BLOCK = 1 << 9;
  private static final int MOST_BLOCK = 1 << 17;

  /// Off-heap entries and the arrays they are sorted in, beside a word a row.
  static final int BYTES_PER_ENTRY = Long.BYTES + Integer.BYTES;

  private final int nodeCount;
  private final boolean symmetrise;
  private final ArcParts parts;
  private final Workspace work;
  private final Spill spill;
  private final long room;
  private final LongAdder arcsRead = new LongAdder();
  private final LongAdder selfLoops = new LongAdder();

  ExternalBuild(int nodeCount, boolean symmetrise, ArcParts parts, Workspace work) {
    this.nodeCount = nodeCount;
    this.symmetrise = symmetrise;
    this.parts = parts;
    this.work = work;
    this.spill = work.spill().orElseThrow();
    this.room = work.room();
  }

  BuiltGraph build() {
    long dealt = symmetrise ? 2 * parts.size() : parts.size();
    spill.requireRoom(dealt * (Long.BYTES + Integer.BYTES) + (nodeCount + 1L) * Long.BYTES);
    int threads = work.workers().threads();
    long perThread = Math.max(1, room / 4 / threads / BYTES_PER_ENTRY);
    long wanted = Math.max(dealt / ENTRIES_PER_RANGE, dealt / perThread) + 1;
    NodeRanges ranges =
        NodeRanges.of(
            nodeCount, symmetrise, parts, (int) Math.min(MOST_RANGES, wanted), work.workers());
    long block = room / 2 / threads / ranges.count() / Long.BYTES * Long.BYTES;
    int blockBytes = Math.clamp(block, LEAST_BLOCK, MOST_BLOCK);
    LOG.log(
        System.Logger.Level.INFO,
        "graph: {0} arcs are sorted through files in {1} ranges of nodes, {2} MB of memory are"
            + " left",
        dealt,
        ranges.count(),
        room >> 20);
    try (BucketFile buckets = new BucketFile(ranges.count(), blockBytes, spill)) {
      deal(ranges, buckets, blockBytes);
      return gather(ranges, buckets);
    }
  }

  private void deal(NodeRanges ranges, BucketFile buckets, int blockBytes) {
    try (Workspace scratch = work.scratch()) {
      Queue<Dealer> idle = new ConcurrentLinkedQueue<>();
      work.workers()
          .forEachChunk(
              parts.count(),
              part -> {
                Dealer pooled = idle.poll();
                Dealer dealer =
                    pooled != null ? pooled : new Dealer(ranges, buckets, blockBytes, scratch);
                parts.forEach(part, dealer::take);
                idle.add(dealer);
              });
      idle.forEach(Dealer::flush);
    }
  }

  /// One thread's blocks, one for each range, on their way to being full.
  private final class Dealer {
    private final NodeRanges ranges;
    private final BucketFile buckets;
    private final int blockEntries;
    private final MemorySegment entries;
    private final int[] filled;

    Dealer(NodeRanges ranges, BucketFile buckets, int blockBytes, Workspace scratch) {
      this.ranges = ranges;
      this.buckets = buckets;
      this.blockEntries = blockBytes / Long.BYTES;
      this.entries = scratch.allocate((long) blockBytes * ranges.count());
      this.filled = new int[ranges.count()];
    }

    void take(long[] arcs, int count) {
      int loops = 0;
      for (int i = 0; i < count; i++) {
        int source = (int) (arcs[i] >>> 32);
        int target = (int) arcs[i];
        GraphBuilder.requireInside(source, target, nodeCount);
        if (source == target) {
          loops++;
          continue;
        }
        put(source, (long) target << 1);
        if (symmetrise) {
          put(target, (long) source << 1 | 1);
        }
      }
      arcsRead.add(count);
      selfLoops.add(loops);
    }

    private void put(int node, long entry) {
      int range = ranges.rangeOf(node);
      int at = filled[range];
      long start = (long) range * blockEntries;
      entries.set(
          LONG, (start + at) * Long.BYTES, (long) (node - ranges.first(range)) << 32 | entry);
      if (++at == blockEntries) {
        buckets.append(range, entries.asSlice(start * Long.BYTES), at);
        at = 0;
      }
      filled[range] = at;
    }

    void flush() {
      for (int range = 0; range < filled.length; range++) {
        if (filled[range] > 0) {
          long start = (long) range * blockEntries * Long.BYTES;
          buckets.append(range, entries.asSlice(start), filled[range]);
        }
      }
    }
  }

  private BuiltGraph gather(NodeRanges ranges, BucketFile buckets) {
    try (SpilledArray offsets = new SpilledArray(spill, "offsets");
        SpilledArray targets = new SpilledArray(spill, "targets")) {
      var sorter = new RangeSorter(ranges, buckets, offsets, targets, room, work);
      sorter.sortAll();
      CsrGraph graph =
          CsrGraph.of(
              offsets.map((nodeCount + 1L) * Long.BYTES, work.arena()),
              targets.map(sorter.arcs() * Integer.BYTES, work.arena()),
              symmetrise);
      return new BuiltGraph(
          graph.streamedWithin(work),
          new BuildAccount(arcsRead.sum(), selfLoops.sum(), sorter.duplicates(), sorter.added()));
    }
  }
}
