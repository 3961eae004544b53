package io.atp.core.graph;

import io.atp.core.runtime.Checkpoint;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The first half of an [ExternalBuild]: arcs dealt into ranges of source nodes.
///
/// In runs, each a file with a list for every range. Where there is a [Checkpoint], a run is kept
/// when all its arcs are dealt; arcs that may come in another order next time go to a last run that
/// is not.
final class DealtArcs implements AutoCloseable {
  private final int nodeCount;
  private final boolean symmetrise;
  private final ArcParts parts;
  private final NodeRanges ranges;
  private final int entryBytes;
  private final BuildFiles files;
  private final Workspace work;
  private final List<BucketFile> runs = new ArrayList<>();
  private long arcs;
  private long selfLoops;

  DealtArcs(
      int nodeCount,
      boolean symmetrise,
      ArcParts parts,
      NodeRanges ranges,
      BuildFiles files,
      Workspace work) {
    this.nodeCount = nodeCount;
    this.symmetrise = symmetrise;
    this.parts = parts;
    this.ranges = ranges;
    this.entryBytes = entryBytes(ranges);
    this.files = files;
    this.work = work;
  }

  /// Bytes of an entry of [BucketRows] in a file: the node in its range lies above 32 bits.
  static int entryBytes(NodeRanges ranges) {
    return ranges.mostNodes() <= 1 << Short.SIZE ? BucketFile.PACKED_BYTES : Long.BYTES;
  }

  private int keptRuns() {
    return files.keeps() ? files.steps(parts.repeatable()) : 0;
  }

  private static String name(int run) {
    return "arcs-" + run;
  }

  /// Opens the runs that an earlier build dealt.
  ///
  /// @return their bytes
  long takeOver() {
    long bytes = 0;
    for (int run = 0; run < keptRuns(); run++) {
      Optional<Checkpoint.Part> found = files.find(name(run));
      if (found.isEmpty()) {
        runs.add(null);
        continue;
      }
      long[] told = found.get().told();
      runs.add(BucketFile.open(ranges.count(), found.get().file(), entryBytes, told[0]));
      arcs += told[1];
      selfLoops += told[2];
      bytes += found.get().bytes();
    }
    return bytes;
  }

  /// @param firstRange arcs of earlier ranges are not needed any more
  void deal(int blockBytes, int firstRange) {
    try (Workspace scratch = work.scratch()) {
      Queue<ArcDealer> idle = new ConcurrentLinkedQueue<>();
      int kept = keptRuns();
      int repeatable = kept == 0 ? 0 : parts.repeatable();
      for (int run = 0; run < kept; run++) {
        if (runs.get(run) == null) {
          runs.set(run, BucketFile.create(ranges.count(), files.file(name(run)), entryBytes));
          int from = (int) ((long) run * repeatable / kept);
          int to = (int) ((run + 1L) * repeatable / kept);
          long[] met = deal(from, to, runs.get(run), 0, blockBytes, idle, scratch);
          long length = runs.get(run).seal();
          files.keep(
              name(run), runs.get(run).file(), 0, length, runs.get(run).longs(), met[0], met[1]);
        }
      }
      if (repeatable < parts.count()) {
        runs.add(BucketFile.create(ranges.count(), files.temporary("buckets"), entryBytes));
        deal(repeatable, parts.count(), runs.getLast(), firstRange, blockBytes, idle, scratch);
      }
    }
  }

  private long[] deal(
      int from,
      int to,
      BucketFile into,
      int firstRange,
      int blockBytes,
      Queue<ArcDealer> idle,
      Workspace scratch) {
    work.workers()
        .forEachChunk(
            to - from,
            chunk -> {
              ArcDealer pooled = idle.poll();
              ArcDealer dealer =
                  pooled != null
                      ? pooled
                      : new ArcDealer(nodeCount, symmetrise, ranges, blockBytes, scratch);
              dealer.into(into, firstRange);
              parts.forEach(from + chunk, dealer::take);
              idle.add(dealer);
            });
    long[] met = new long[2];
    for (ArcDealer dealer : idle) {
      dealer.into(into, firstRange).flush();
      long[] its = dealer.account();
      met[0] += its[0];
      met[1] += its[1];
    }
    arcs += met[0];
    selfLoops += met[1];
    return met;
  }

  long arcs() {
    return arcs;
  }

  long selfLoops() {
    return selfLoops;
  }

  /// Longs dealt to a range.
  long size(int range) {
    long size = 0;
    for (BucketFile run : runs) {
      size += run.size(range);
    }
    return size;
  }

  /// Copies all that was dealt to a range into the front of `into`.
  void read(int range, MemorySegment into) {
    long done = 0;
    for (BucketFile run : runs) {
      run.read(range, into.asSlice(done));
      done += run.size(range) * Long.BYTES;
    }
  }

  /// Deletes the files: the rows are written.
  void delete() {
    for (int run = 0; run < runs.size(); run++) {
      runs.get(run).delete();
      if (run < keptRuns()) {
        files.drop(name(run));
      }
    }
  }

  @Override
  public void close() {
    for (BucketFile run : runs) {
      if (run != null) {
        run.close();
      }
    }
  }
}
