package io.atp.core.graph;

import io.atp.core.runtime.Checkpoint;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Spill;
import io.atp.core.runtime.SpilledArray;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The second half of an [ExternalBuild]: dealt arcs → rows in two files.
///
/// Ranges go in waves, as many at a time as fit; each wave is sorted, then written where the one
/// before it ended. Where rows are kept, in a few steps of many ranges each, a wave ends with its
/// step.
final class RangeSorter {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  /// Below this there is nothing to save.
  private static final long LEAST_ROOM = 1 << 20;

  /// So that threads seldom wait for the last of a wave.
  private static final int RANGES_PER_THREAD = 24;

  private final NodeRanges ranges;
  private final SpilledArray offsets;
  private final SpilledArray targets;
  private final BuildFiles files;
  private final Workspace work;
  private final int steps;
  private final Queue<BucketRows> idle = new ConcurrentLinkedQueue<>();
  private DealtArcs dealt;
  private long room;
  private BucketRows.Tally tally = new BucketRows.Tally(0, 0, 0);
  private long arcsRead;
  private long selfLoops;
  private int step;

  RangeSorter(
      NodeRanges ranges,
      SpilledArray offsets,
      SpilledArray targets,
      BuildFiles files,
      Workspace work) {
    this.ranges = ranges;
    this.offsets = offsets;
    this.targets = targets;
    this.files = files;
    this.work = work;
    this.steps = files.steps(ranges.count());
  }

  /// Of all rows written so far.
  BucketRows.Tally tally() {
    return tally;
  }

  BuildAccount account() {
    return new BuildAccount(arcsRead, selfLoops, tally.duplicates(), tally.added());
  }

  boolean isDone() {
    return step == steps;
  }

  /// The first range whose rows are still to be written.
  int nextRange() {
    return firstRange(step);
  }

  private int firstRange(int ofStep) {
    return (int) ((long) ofStep * ranges.count() / steps);
  }

  private long firstRow(int ofStep) {
    return ranges.first(firstRange(ofStep));
  }

  /// The steps that an earlier build finished.
  ///
  /// @return their bytes
  long takeOver() {
    long bytes = 0;
    for (; step < steps; step++) {
      Optional<Checkpoint.Part> starts = files.find(offsetsOf(step));
      Optional<Checkpoint.Part> rows =
          starts.isPresent() ? files.find(targetsOf(step)) : Optional.empty();
      if (rows.isEmpty()) {
        return bytes;
      }
      long[] told = rows.get().told();
      tally = new BucketRows.Tally(told[0], told[1], told[2]);
      arcsRead = told[3];
      selfLoops = told[4];
      bytes += starts.get().bytes() + rows.get().bytes();
    }
    return bytes;
  }

  private static String offsetsOf(int step) {
    return "offsets-" + step;
  }

  private static String targetsOf(int step) {
    return "targets-" + step;
  }

  /// Ranges `[from, to)`, with so many bytes of entries and of row starts.
  private record Wave(int from, int to, long entryBytes, long startBytes) {}

  /// @param memoryBytes to work in
  void sort(DealtArcs arcs, long memoryBytes) {
    dealt = arcs;
    room = memoryBytes;
    arcsRead = arcs.arcs();
    selfLoops = arcs.selfLoops();
    List<List<Wave>> waves = new ArrayList<>();
    long most = Long.BYTES;
    for (int i = step; i < steps; i++) {
      waves.add(waves(firstRange(i), firstRange(i + 1)));
      for (Wave wave : waves.getLast()) {
        most = Math.max(most, wave.entryBytes + wave.startBytes);
      }
    }
    try (Workspace scratch = work.scratch();
        var ahead = new ReadAhead(arcs, nextRange(), ranges.count())) {
      MemorySegment memory = scratch.allocate(most);
      for (List<Wave> ofStep : waves) {
        long before = tally.arcs();
        for (Wave wave : ofStep) {
          ahead.allow(2 * wave.to - wave.from);
          run(wave, memory);
          dealt.giveUp(wave.from, wave.to);
          work.progress().report("build", wave.to, ranges.count());
        }
        boolean last = step == steps - 1;
        if (last) {
          memory.set(LONG, 0, tally.arcs());
          offsets.write(firstRow(steps) * Long.BYTES, memory.asSlice(0, Long.BYTES));
        }
        keep(before, last);
        step++;
      }
    }
  }

  private void keep(long arcsBefore, boolean last) {
    long start = Spill.HEADER_ROOM + firstRow(step) * Long.BYTES;
    long end = Spill.HEADER_ROOM + (firstRow(step + 1) + (last ? 1 : 0)) * Long.BYTES;
    files.keep(offsetsOf(step), offsets.file(), start, end, () -> {});
    files.keep(
        targetsOf(step),
        targets.file(),
        Spill.HEADER_ROOM + arcsBefore * Integer.BYTES,
        Spill.HEADER_ROOM + tally.arcs() * Integer.BYTES,
        () -> {},
        tally.arcs(),
        tally.duplicates(),
        tally.added(),
        arcsRead,
        selfLoops);
  }

  private List<Wave> waves(int firstRange, int endRange) {
    List<Wave> waves = new ArrayList<>();
    int most = RANGES_PER_THREAD * work.workers().threads();
    for (int from = firstRange; from < endRange; ) {
      int to = from;
      long entries = 0;
      long starts = 0;
      while (to < endRange && to - from < most) {
        long moreEntries = dealt.size(to) * Long.BYTES;
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
        dealt.size(range),
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
      long entryBytes = dealt.size(wave.from + i) * Long.BYTES;
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
              dealt.read(range, entries[i]);
              tallies[i] =
                  sorting.simplify(entries[i], ranges.first(range), rows(range), starts[i]);
              idle.add(sorting);
            });
    long[] placed = new long[count];
    for (int i = 0; i < count; i++) {
      placed[i] = tally.arcs();
      tally = tally.plus(tallies[i]);
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
