package io.atp.core.graph;

import io.atp.core.runtime.Spill;
import io.atp.core.runtime.SpilledArray;
import io.atp.core.runtime.Workspace;

/// The graph that [GraphBuilder] makes, byte for byte, from arcs that memory cannot hold.
///
/// Arcs are dealt into ranges of source nodes, each a list in a file ([DealtArcs]); then range
/// after range is read back, sorted by counting, made simple, and written to its place in two files
/// ([RangeSorter]), which the graph maps. Half of the room is for the dealing buffers, which are
/// gone when the sorting begins; where they take less, some of the arcs dealt stay in memory.
///
/// In a workspace with a checkpoint the dealt arcs are kept a run at a time and the rows a few
/// ranges at a time, and a build that was stopped goes on from there.
///
/// Disk: 6 bytes for each arc dealt (twice as many as read when symmetrising), 8 where a range has
/// more than 65,536 nodes, and the result.
final class ExternalBuild {
  private static final System.Logger LOG = System.getLogger(ExternalBuild.class.getName());

  /// Longer ranges are dealt faster, and sorted slower once a processor's cache does not hold them.
  private static final int ENTRIES_PER_RANGE = 1 << 20;

  /// So that a node in its range nearly always takes two bytes.
  private static final int NODES_PER_RANGE = 3 << 14;

  private static final int MOST_RANGES = 1 << 13;
  private static final int LEAST_BLOCK = 1 << 9;

  /// The system takes long blocks in fewer and larger pages.
  private static final int MOST_BLOCK = 1 << 18;

  private static final long LEAST_FRONT = 1L << 20;

  /// Off-heap entries and the arrays they are sorted in, beside a word a row.
  static final int BYTES_PER_ENTRY = Long.BYTES + Integer.BYTES;

  private final int nodeCount;
  private final boolean symmetrise;
  private final ArcParts parts;
  private final Workspace work;
  private final Spill spill;
  private final BuildFiles files;
  private final long room;

  ExternalBuild(int nodeCount, boolean symmetrise, ArcParts parts, Workspace work) {
    this.nodeCount = nodeCount;
    this.symmetrise = symmetrise;
    this.parts = parts;
    this.work = work;
    this.spill = work.spill().orElseThrow();
    this.files = new BuildFiles(work);
    this.room = work.room();
  }

  BuiltGraph build() {
    long dealt = symmetrise ? 2 * parts.size() : parts.size();
    int threads = work.workers().threads();
    long perThread = Math.max(1, room / 4 / threads / BYTES_PER_ENTRY);
    long least = Math.max(dealt / ENTRIES_PER_RANGE, nodeCount / NODES_PER_RANGE);
    int wanted = (int) Math.min(MOST_RANGES, Math.max(least, dealt / perThread) + 1);
    NodeRanges ranges =
        files.ranges(
            nodeCount,
            new long[] {wanted, nodeCount, symmetrise ? 1 : 0, parts.size()},
            () -> NodeRanges.of(nodeCount, symmetrise, parts, wanted, work.workers()));
    try (SpilledArray offsets = new SpilledArray(spill, files.file("offsets"));
        SpilledArray targets = new SpilledArray(spill, files.file("targets"));
        files) {
      var sorter = new RangeSorter(ranges, offsets, targets, files, work);
      long written = sorter.takeOver();
      if (!sorter.isDone()) {
        sort(sorter, ranges, dealt, written);
      }
      CsrGraph graph =
          CsrGraph.of(
              offsets.map((nodeCount + 1L) * Long.BYTES, work.arena()),
              targets.map(sorter.tally().arcs() * Integer.BYTES, work.arena()),
              symmetrise);
      return new BuiltGraph(graph.streamedWithin(work), sorter.account());
    }
  }

  /// What may be held of the dealt arcs: the room that neither dealing nor sorting takes, where
  /// that is worth the trouble.
  private long frontBytes(long buffers) {
    long spare = Math.min(room / 2, room - 2 * buffers);
    return spare < LEAST_FRONT ? 0 : spare;
  }

  private void sort(RangeSorter sorter, NodeRanges ranges, long dealt, long written) {
    try (var arcs = new DealtArcs(nodeCount, symmetrise, parts, ranges, files, work)) {
      long there = written + arcs.takeOver();
      spill.requireRoom(
          dealt * (DealtArcs.entryBytes(ranges) + Integer.BYTES)
              + (nodeCount + 1L) * Long.BYTES
              - there);
      int threads = work.workers().threads();
      long wanted = room / 2 / threads / ranges.count() / Long.BYTES * Long.BYTES;
      int block = (int) Math.clamp(wanted, LEAST_BLOCK, MOST_BLOCK);
      long buffers = (long) block * threads * ranges.count();
      long front = frontBytes(buffers);
      LOG.log(
          System.Logger.Level.INFO,
          "graph: {0} arcs are sorted through files in {1} ranges of nodes, {2} MB of memory are"
              + " left",
          dealt,
          ranges.count(),
          room >> 20);
      arcs.deal(block, sorter.nextRange(), front);
      sorter.sort(arcs, room - front);
      arcs.delete();
    }
  }
}
