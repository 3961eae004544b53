package io.atp.core.graph;

import io.atp.core.kernel.GapLists;
import io.atp.core.runtime.NativeView;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/// The rows of a graph in fewer bytes, to be kept in memory where the graph itself cannot: degrees
/// in seven bits to a byte, neighbours as [GapLists] with the row as origin.
///
/// Where every sixteenth row begins is stored; those between are found by passing over the rows
/// before. Two passes over the graph make it, the first to count, and what they make does not
/// depend on the number of threads. It is read with a [RowWindow].
public final class CompressedTopology {
  static final int ROWS_PER_START = 16;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  /// Arcs and rows of one step of a pass: a few MB of a mapped graph, which are released together.
  private static final long WORK_PER_CHUNK = 1 << 19;

  private static final int MOST_ARC_BYTES = 5;
  private static final int SAMPLED_RUNS = 512;
  private static final int ROWS_PER_RUN = 64;

  private final int nodeCount;
  private final long arcCount;
  private final MemorySegment starts;
  private final MemorySegment packed;

  private CompressedTopology(CsrGraph graph, MemorySegment starts, MemorySegment packed) {
    this.nodeCount = graph.nodeCount();
    this.arcCount = graph.arcCount();
    this.starts = starts;
    this.packed = packed;
  }

  public static CompressedTopology of(CsrGraph graph, Workspace work) {
    return of(graph, Long.MAX_VALUE, work).orElseThrow();
  }

  /// Nothing, if it would take more than `mostBytes`; that is known before they are allocated.
  public static Optional<CompressedTopology> of(CsrGraph graph, long mostBytes, Workspace work) {
    int groups = groups(graph);
    Rows rows = new Rows(graph, NativeView.of(graph.targets(), work.arena()));
    RowChunks chunks =
        RowChunks.of(groups, group -> graph.offset(rows.firstOf(group)), WORK_PER_CHUNK);
    MemorySegment starts = work.allocateLongs(groups + 1L);
    work.workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              for (int group = chunks.from(chunk); group < chunks.to(chunk); group++) {
                starts.set(LONG, (long) group * Long.BYTES, rows.bytes(group));
              }
              rows.release(chunks.from(chunk), chunks.to(chunk));
            });
    long bytes = RowOffsets.accumulate(starts, groups, work.workers()) + GapLists.PADDING;
    if (bytes + starts.byteSize() > mostBytes) {
      return Optional.empty();
    }
    MemorySegment packed = work.allocate(bytes);
    work.workers()
        .forEachChunk(
            chunks.count(),
            chunk -> {
              for (int group = chunks.from(chunk); group < chunks.to(chunk); group++) {
                rows.write(group, packed, starts.get(LONG, (long) group * Long.BYTES));
              }
              rows.release(chunks.from(chunk), chunks.to(chunk));
            });
    return Optional.of(new CompressedTopology(graph, starts, packed));
  }

  /// About what it will take, and a 64th more. Where rows are many they are cut into stretches, of
  /// each the middle is looked at, and the arcs of each are known: hubs often come together.
  public static long estimateBytes(CsrGraph graph) {
    int groups = groups(graph);
    int groupsPerRun = ROWS_PER_RUN / ROWS_PER_START;
    int stretches = Math.min(SAMPLED_RUNS, Math.ceilDiv(groups, groupsPerRun));
    double packed = 0;
    try (Arena arena = Arena.ofShared()) {
      Rows rows = new Rows(graph.streamed(), NativeView.of(graph.targets(), arena));
      for (int stretch = 0; stretch < stretches; stretch++) {
        int from = (int) ((long) stretch * groups / stretches);
        int to = (int) ((stretch + 1L) * groups / stretches);
        int spared = Math.max(0, to - from - groupsPerRun);
        packed += rows.estimate(from, from + spared / 2, to - (spared + 1) / 2, to);
      }
    }
    return (groups + 1L) * Long.BYTES + GapLists.PADDING + (long) (packed * 65 / 64);
  }

  private static int groups(CsrGraph graph) {
    return Math.ceilDiv(graph.nodeCount(), ROWS_PER_START);
  }

  /// Of a degree, which comes before the neighbours.
  static int headBytes(int degree) {
    return (38 - Integer.numberOfLeadingZeros(degree | 1)) / 7;
  }

  /// What goes in, a group of sixteen rows at a time.
  private record Rows(CsrGraph graph, MemorySegment targets) {
    int firstOf(int group) {
      return (int) Math.min(graph.nodeCount(), (long) group * ROWS_PER_START);
    }

    long listBytes(int node, int degree) {
      return GapLists.bytes(targets, graph.offset(node) * Integer.BYTES, degree, node);
    }

    /// Bytes of the groups `[from, to)`, from those of `[seenFrom, seenTo)`.
    double estimate(int from, int seenFrom, int seenTo, int to) {
      long heads = 0;
      long lists = 0;
      for (int node = firstOf(seenFrom); node < firstOf(seenTo); node++) {
        heads += headBytes(graph.degree(node));
        lists += listBytes(node, graph.degree(node));
      }
      double seenArcs = arcs(seenFrom, seenTo);
      release(seenFrom, seenTo);
      return (double) heads / (firstOf(seenTo) - firstOf(seenFrom)) * (firstOf(to) - firstOf(from))
          + (seenArcs == 0 ? MOST_ARC_BYTES : lists / seenArcs) * arcs(from, to);
    }

    private long arcs(int fromGroup, int toGroup) {
      return graph.offset(firstOf(toGroup)) - graph.offset(firstOf(fromGroup));
    }

    long bytes(int group) {
      long bytes = 0;
      for (int node = firstOf(group); node < firstOf(group + 1); node++) {
        int degree = graph.degree(node);
        bytes += headBytes(degree) + listBytes(node, degree);
      }
      return bytes;
    }

    void write(int group, MemorySegment packed, long from) {
      long at = from;
      for (int node = firstOf(group); node < firstOf(group + 1); node++) {
        int degree = graph.degree(node);
        int rest = degree;
        for (; rest > 127; rest >>>= 7) {
          packed.set(BYTE, at++, (byte) (rest | 128));
        }
        packed.set(BYTE, at++, (byte) rest);
        at = GapLists.write(targets, graph.offset(node) * Integer.BYTES, degree, node, packed, at);
      }
    }

    void release(int fromGroup, int toGroup) {
      graph.release(firstOf(fromGroup), firstOf(toGroup));
    }
  }

  public int nodeCount() {
    return nodeCount;
  }

  public long sizeBytes() {
    return starts.byteSize() + packed.byteSize();
  }

  public double bytesPerArc() {
    return (double) sizeBytes() / Math.max(1, arcCount);
  }

  /// The byte where the sixteen rows begin that `row` is one of.
  long start(int row) {
    return starts.get(LONG, (long) (row / ROWS_PER_START) * Long.BYTES);
  }

  /// All rows, one after the other.
  MemorySegment packed() {
    return packed;
  }
}
