package io.atp.core.graph;

import io.atp.core.runtime.Require;
import io.atp.core.runtime.SpilledArray;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The second half of an [ExternalBuild]: dealt arcs → rows in two files.
///
/// Ranges go in waves, as many at a time as fit; each wave is sorted, then written where the one
/// before it ended.
final class RangeSorter {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  /// Below this there is nothing to save.
  private static final long LEAST_ROOM = 1 << 20;

  private static final int RANGES_PER_THREAD = 8;

  private final NodeRanges ranges;
  private final BucketFile buckets;
  private final SpilledArray offsets;
  private final SpilledArray targets;
  private final long room;
  private final Workspace work;
  private final Queue<BucketRows> idle = new ConcurrentLinkedQueue<>();
  private long arcs;
  private long duplicates;
  private long added;

  RangeSorter(
      NodeRanges ranges,
      BucketFile buckets,
      SpilledArray offsets,
      SpilledArray targets,
      long room,
      Workspace work) {
    this.ranges = ranges;
    this.buckets = buckets;
    this.offsets = offsets;
    this.targets = targets;
    this.room = room;
    this.work = work;
  }

  long arcs() {
    return arcs;
  }

  long duplicates() {
    return duplicates;
  }

  long added() {
    return added;
  }

  /// Ranges `[from, to)`, with so many bytes of entries and of row starts.
  private record Wave(int from, int to, long entryBytes, long startBytes) {}

  void sortAll() {
    List<Wave> waves = waves();
    long most = 0;
    for (Wave wave : waves) {
      most = Math.max(most, wave.entryBytes + wave.startBytes);
    }
    try (Workspace scratch = work.scratch()) {
      MemorySegment memory = scratch.allocate(most);
      for (Wave wave : waves) {
        run(wave, memory);
        work.progress().report("build", wave.to, ranges.count());
      }
      MemorySegment end = scratch.allocateLongs(1);
      end.set(LONG, 0, arcs);
      offsets.write((long) ranges.first(ranges.count()) * Long.BYTES, end);
    }
  }

  private List<Wave> waves() {
    List<Wave> waves = new ArrayList<>();
    int most = RANGES_PER_THREAD * work.workers().threads();
    for (int from = 0; from < ranges.count(); ) {
      int to = from;
      long entries = 0;
      long starts = 0;
      while (to < ranges.count() && to - from < most) {
        long moreEntries = buckets.size(to) * Long.BYTES;
        long moreStarts = (long) rows(to) * Long.BYTES;
        if (to > from && bytes(entries + moreEntries) + starts + moreStarts > room / 2) {
          break;
        }
        entries += moreEntries;
        starts += moreStarts;
        to++;
      }
      requireFits(from, bytes(entries) + starts);
      waves.add(new Wave(from, to, entries, starts));
      from = to;
    }
    return waves;
  }

  /// With the arrays that entries are sorted in.
  private static long bytes(long entryBytes) {
    return entryBytes / Long.BYTES * ExternalBuild.BYTES_PER_ENTRY;
  }

  private int rows(int range) {
    return ranges.first(range + 1) - ranges.first(range);
  }

  private void requireFits(int range, long bytes) {
    Require.that(
        bytes <= Math.max(room, LEAST_ROOM),
        "sorting the %,d arcs of nodes %d to %d needs %,d MB of memory, and %,d MB are left",
        buckets.size(range),
        ranges.first(range),
        ranges.first(range + 1) - 1,
        Math.ceilDiv(bytes, 1L << 20),
        room >> 20);
  }

  private void run(Wave wave, MemorySegment memory) {
    int count = wave.to - wave.from;
    MemorySegment[] entries = new MemorySegment[count];
    MemorySegment[] starts = new MemorySegment[count];
    BucketRows.Tally[] tallies = new BucketRows.Tally[count];
    long at = 0;
    for (int i = 0; i < count; i++) {
      long entryBytes = buckets.size(wave.from + i) * Long.BYTES;
      long startBytes = (long) rows(wave.from + i) * Long.BYTES;
      entries[i] = memory.asSlice(at, entryBytes);
      starts[i] = memory.asSlice(at + entryBytes, startBytes);
      at += entryBytes + startBytes;
    }
    work.workers()
        .forEachChunk(
            count,
            i -> {
              BucketRows pooled = idle.poll();
              BucketRows sorting = pooled != null ? pooled : new BucketRows();
              int range = wave.from + i;
              buckets.read(range, entries[i]);
              tallies[i] =
                  sorting.simplify(entries[i], ranges.first(range), rows(range), starts[i]);
              idle.add(sorting);
            });
    long[] placed = new long[count];
    for (int i = 0; i < count; i++) {
      placed[i] = arcs;
      arcs += tallies[i].arcs();
      duplicates += tallies[i].duplicates();
      added += tallies[i].added();
    }
    work.workers()
        .forEachChunk(
            count,
            i -> {
              for (long row = 0; row < starts[i].byteSize(); row += Long.BYTES) {
                starts[i].set(LONG, row, starts[i].get(LONG, row) + placed[i]);
              }
              offsets.write((long) ranges.first(wave.from + i) * Long.BYTES, starts[i]);
              long bytes = tallies[i].arcs() * Integer.BYTES;
              targets.write(placed[i] * Integer.BYTES, entries[i].asSlice(0, bytes));
            });
  }
}
