package io.atp.core.correct;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NodeSet;
import io.atp.core.graph.RowChunks;
import io.atp.core.graph.RowOffsets;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// [A] = A without the arcs whose hiding score lies below M.
///
/// The hiding score is that of [MaskDraws]: by whole edges the same for both arcs of an edge, and
/// +∞ for an arc that no chosen node decides about.
record EdgeMask(CsrGraph graph, NodeSet chosen, EdgeScores scores, MaskBy by) {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  double hidingScore(int source, int target) {
    return MaskDraws.hidingScore(
        scores, by, source, chosen.contains(source), target, chosen.contains(target));
  }

  /// The graph after masking: counted, then filled. `graph` itself when no arc goes.
  CsrGraph apply(double maskedShare, Workspace work) {
    RowChunks rows = RowChunks.of(graph);
    try (Workspace scratch = work.scratch()) {
      MemorySegment lengths = scratch.allocateArray((graph.nodeCount() + 1L) * Long.BYTES);
      work.workers()
          .forEachChunk(
              rows.count(),
              chunk -> {
                count(rows.from(chunk), rows.to(chunk), maskedShare, lengths);
                graph.release(rows.from(chunk), rows.to(chunk));
              });
      long arcs = RowOffsets.accumulate(lengths, graph.nodeCount(), work.workers());
      if (arcs == graph.arcCount()) {
        return graph;
      }
      MemorySegment offsets =
          work.allocateArray((graph.nodeCount() + 1L) * Long.BYTES).copyFrom(lengths);
      MemorySegment targets = work.allocateArray(arcs * Integer.BYTES);
      CsrGraph masked = CsrGraph.of(offsets, targets, by == MaskBy.EDGES).streamedWithin(work);
      work.workers()
          .forEachChunk(
              rows.count(),
              chunk -> {
                fill(rows.from(chunk), rows.to(chunk), maskedShare, offsets, targets);
                graph.release(rows.from(chunk), rows.to(chunk));
                masked.release(rows.from(chunk), rows.to(chunk));
              });
      return masked;
    }
  }

  private void count(int from, int to, double maskedShare, MemorySegment lengths) {
    for (int node = from; node < to; node++) {
      long kept = 0;
      for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
        kept += hidingScore(node, graph.target(arc)) < maskedShare ? 0 : 1;
      }
      lengths.set(LONG, (long) node * Long.BYTES, kept);
    }
  }

  private void fill(
      int from, int to, double maskedShare, MemorySegment offsets, MemorySegment targets) {
    long at = offsets.get(LONG, (long) from * Long.BYTES) * Integer.BYTES;
    for (int node = from; node < to; node++) {
      for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
        int target = graph.target(arc);
        if (!(hidingScore(node, target) < maskedShare)) {
          targets.set(INT, at, target);
          at += Integer.BYTES;
        }
      }
    }
  }
}
