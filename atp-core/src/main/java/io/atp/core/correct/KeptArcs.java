package io.atp.core.correct;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The arcs that a mask leaves, a bit each: decided once, when rows are counted, and read when they
/// are copied.
///
/// Whether a neighbour is chosen is asked for many arcs at a time and without a branch, so that the
/// looks, scattered over all nodes, wait for memory together.
final class KeptArcs {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final EdgeMask mask;
  private final CsrGraph graph;
  private final double maskedShare;
  private final RowChunks rows;
  private final MemorySegment bits;

  /// @param maskedShare M
  KeptArcs(EdgeMask mask, double maskedShare, RowChunks rows, Workspace scratch) {
    this.mask = mask;
    this.graph = mask.graph();
    this.maskedShare = maskedShare;
    this.rows = rows;
    this.bits = scratch.allocateArray(bytes(graph.arcCount(), rows.count()));
  }

  static long bytes(long arcs, long chunks) {
    return (arcs / Long.SIZE + chunks + 1) * Long.BYTES;
  }

  /// Every chunk has words of its own.
  private long firstByte(int chunk) {
    return (graph.offset(rows.from(chunk)) / Long.SIZE + chunk) * Long.BYTES;
  }

  /// Decides about the arcs of a chunk, and writes how many each row keeps.
  void decide(int chunk, MemorySegment lengths) {
    long at = firstByte(chunk);
    long word = 0;
    int filled = 0;
    for (int node = rows.from(chunk); node < rows.to(chunk); node++) {
      boolean chosen = mask.chosen().contains(node);
      long kept = 0;
      long end = graph.offset(node + 1);
      for (long arc = graph.offset(node); arc < end; arc += Long.SIZE) {
        int count = (int) Math.min(Long.SIZE, end - arc);
        long stay = staying(node, chosen, arc, count);
        kept += Long.bitCount(stay);
        word |= stay << filled;
        filled += count;
        if (filled >= Long.SIZE) {
          bits.set(LONG, at, word);
          at += Long.BYTES;
          filled -= Long.SIZE;
          word = filled == 0 ? 0 : stay >>> count - filled;
        }
      }
      lengths.set(LONG, (long) node * Long.BYTES, kept);
    }
    if (filled > 0) {
      bits.set(LONG, at, word);
    }
  }

  /// Of `count` arcs of a row, the lowest bit for the first.
  private long staying(int source, boolean sourceChosen, long arc, int count) {
    long all = -1L >>> Long.SIZE - count;
    long targetsChosen = 0;
    for (int i = 0; i < count; i++) {
      targetsChosen |= mask.chosen().bit(graph.target(arc + i)) << i;
    }
    long stay = all;
    for (long asked = sourceChosen ? all : targetsChosen; asked != 0; asked &= asked - 1) {
      int i = Long.numberOfTrailingZeros(asked);
      boolean targetChosen = (targetsChosen >>> i & 1) != 0;
      double score = mask.hidingScore(source, sourceChosen, graph.target(arc + i), targetChosen);
      stay &= score < maskedShare ? ~(1L << i) : -1;
    }
    return stay;
  }

  /// Copies the arcs of a chunk that stay, one after the other.
  void copy(int chunk, MemorySegment into, long firstArc) {
    long from = graph.offset(rows.from(chunk));
    long end = graph.offset(rows.to(chunk));
    long word = firstByte(chunk);
    long out = firstArc * Integer.BYTES;
    for (long arc = from; arc < end; arc += Long.SIZE, word += Long.BYTES) {
      for (long stay = bits.get(LONG, word); stay != 0; stay &= stay - 1) {
        into.set(INT, out, graph.target(arc + Long.numberOfTrailingZeros(stay)));
        out += Integer.BYTES;
      }
    }
  }
}
