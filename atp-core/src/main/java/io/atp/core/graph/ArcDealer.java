package io.atp.core.graph;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// One thread's blocks of dealt arcs, one for each range of source nodes, on their way to being
/// full.
final class ArcDealer {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final int nodeCount;
  private final boolean symmetrise;
  private final NodeRanges ranges;
  private final int blockEntries;
  private final MemorySegment entries;
  private final int[] filled;
  private BucketFile into;
  private int firstRange;
  private long arcs;
  private long selfLoops;

  ArcDealer(
      int nodeCount, boolean symmetrise, NodeRanges ranges, int blockBytes, Workspace scratch) {
    this.nodeCount = nodeCount;
    this.symmetrise = symmetrise;
    this.ranges = ranges;
    this.blockEntries = blockBytes / Long.BYTES;
    this.entries = scratch.allocate((long) blockBytes * ranges.count());
    this.filled = new int[ranges.count()];
  }

  /// From now on to these lists, and only those from `first` on.
  ArcDealer into(BucketFile lists, int first) {
    into = lists;
    firstRange = first;
    return this;
  }

  void take(long[] some, int count) {
    int loops = 0;
    for (int i = 0; i < count; i++) {
      int source = (int) (some[i] >>> 32);
      int target = (int) some[i];
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
    arcs += count;
    selfLoops += loops;
  }

  private void put(int node, long entry) {
    int range = ranges.rangeOf(node);
    if (range < firstRange) {
      return;
    }
    int at = filled[range];
    long start = (long) range * blockEntries;
    entries.set(LONG, (start + at) * Long.BYTES, (long) (node - ranges.first(range)) << 32 | entry);
    if (++at == blockEntries) {
      into.append(range, entries.asSlice(start * Long.BYTES), at);
      at = 0;
    }
    filled[range] = at;
  }

  /// Longs that wait to be written, of ranges `[from, to)`.
  long waiting(int from, int to) {
    return Arrays.stream(filled, from, to).asLongStream().sum();
  }

  /// Writes what waits of a range.
  ///
  /// @param place reserved for it
  /// @return the place behind it
  long flush(int range, long place) {
    int count = filled[range];
    if (count > 0) {
      into.put(range, entries.asSlice((long) range * blockEntries * Long.BYTES), count, place);
      filled[range] = 0;
    }
    return place + count;
  }

  /// Arcs and self-loops met since the last time this was asked.
  long[] account() {
    long[] met = {arcs, selfLoops};
    arcs = 0;
    selfLoops = 0;
    return met;
  }
}
