package io.atp.core.graph;

import io.atp.core.runtime.Checkpoint;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The first half of an [ExternalBuild]: arcs dealt into ranges of source nodes.
///
/// In runs, each a file with a list for every range. Where there is a [Checkpoint], a run is kept
/// when all its arcs are dealt; arcs that may come in another order next time, and as many runs as
/// memory holds, go to a last one that is not.
final class DealtArcs implements AutoCloseable {
  private static final int RANGES_SIDE_BY_SIDE = 64;

  private final int nodeCount;
  private final boolean symmetrise;
  private final ArcParts parts;
  private final NodeRanges ranges;
  private final int entryBytes;
  private final BuildFiles files;
  private final Workspace work;
  private final Workspace front;
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
    this.front = work.scratch();
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

  private BucketFile create(Path file, MemorySegment first) {
    return BucketFile.create(ranges.count(), file, entryBytes, first);
  }

  /// @param firstRange arcs of earlier ranges are not needed any more
  /// @param frontBytes of memory for the last arcs, which are not kept, held until [#close]
  void deal(int blockBytes, int firstRange, long frontBytes) {
    try (Workspace scratch = work.scratch()) {
      Queue<ArcDealer> idle = new ConcurrentLinkedQueue<>();
      int kept = keptRuns();
      int repeatable = kept == 0 ? 0 : parts.repeatable();
      int held = (int) Math.min(kept, frontBytes / Math.max(1, runBytes(kept)));
      BucketFile last = create(files.temporary("buckets"), front.allocate(frontBytes));
      runs.add(last);
      for (int run = 0; run < kept; run++) {
        if (runs.get(run) == null) {
          int from = (int) ((long) run * repeatable / kept);
          int to = (int) ((run + 1L) * repeatable / kept);
          if (run < kept - held) {
            keep(run, from, to, blockBytes, idle, scratch);
          } else {
            deal(from, to, last, firstRange, blockBytes, idle, scratch);
          }
        }
      }
      deal(repeatable, parts.count(), last, firstRange, blockBytes, idle, scratch);
      runs.removeIf(Objects::isNull);
    }
  }

  /// What a run comes to, with a little more for blocks that are not full.
  private long runBytes(int kept) {
    long entries = symmetrise ? 2 * parts.size() : parts.size();
    return (long) (1.05 * entries * entryBytes / Math.max(1, kept));
  }

  private void keep(
      int run, int from, int to, int blockBytes, Queue<ArcDealer> idle, Workspace scratch) {
    BucketFile file = create(files.file(name(run)), MemorySegment.NULL);
    runs.set(run, file);
    long[] met = deal(from, to, file, 0, blockBytes, idle, scratch);
    long length = file.seal();
    files.keep(name(run), file.file(), 0, length, file::giveUp, file.longs(), met[0], met[1]);
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
    List<ArcDealer> dealers = List.copyOf(idle);
    dealers.forEach(dealer -> dealer.into(into, firstRange));
    flush(dealers, into);
    long[] met = new long[2];
    for (ArcDealer dealer : dealers) {
      long[] its = dealer.account();
      met[0] += its[0];
      met[1] += its[1];
    }
    arcs += met[0];
    selfLoops += met[1];
    return met;
  }

  /// Ranges that are read one after the other lie side by side.
  private void flush(List<ArcDealer> dealers, BucketFile into) {
    work.workers()
        .forEachRange(
            ranges.count(),
            RANGES_SIDE_BY_SIDE,
            (from, to) -> {
              long waiting = dealers.stream().mapToLong(dealer -> dealer.waiting(from, to)).sum();
              long place = into.reserve(waiting);
              for (int range = from; range < to; range++) {
                for (ArcDealer dealer : dealers) {
                  place = dealer.flush(range, place);
                }
              }
            });
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

  /// Brings what was dealt to a range into the system's cache.
  ///
  /// @param bytes to read into
  /// @return whether that could be done
  boolean touch(int range, ByteBuffer bytes) {
    return runs.stream().allMatch(run -> run.touch(range, bytes));
  }

  /// Ranges `[from, to)` will not be read again.
  void giveUp(int from, int to) {
    runs.forEach(run -> run.giveUp(from, to));
  }

  /// Deletes the files: the rows are written.
  void delete() {
    runs.forEach(BucketFile::delete);
    for (int run = 0; run < keptRuns(); run++) {
      files.drop(name(run));
    }
  }

  @Override
  public void close() {
    for (BucketFile run : runs) {
      if (run != null) {
        run.close();
      }
    }
    front.close();
  }
}
