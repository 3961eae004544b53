package io.atp.core.correct;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NodeSet;
import io.atp.core.graph.RowChunks;
import io.atp.core.graph.RowOffsets;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;

/// [A] = A without the arcs whose hiding score lies below M.
///
/// The hiding score is that of [MaskDraws]: by whole edges the same for both arcs of an edge, and
/// +∞ for an arc that no chosen node decides about.
record EdgeMask(CsrGraph graph, NodeSet chosen, EdgeScores scores, MaskBy by) {
  double hidingScore(int source, int target) {
    return hidingScore(source, chosen.contains(source), target, chosen.contains(target));
  }

  /// For whoever knows already which of the two are chosen.
  double hidingScore(int source, boolean sourceChosen, int target, boolean targetChosen) {
    return MaskDraws.hidingScore(scores, by, source, sourceChosen, target, targetChosen);
  }

  /// The graph after masking: counted, then filled. `graph` itself when no arc goes.
  CsrGraph apply(double maskedShare, Workspace work) {
    RowChunks rows = RowChunks.of(graph);
    try (Workspace scratch = work.scratch()) {
      MemorySegment lengths = scratch.allocateArray((graph.nodeCount() + 1L) * Long.BYTES);
      KeptArcs kept = new KeptArcs(this, maskedShare, rows, scratch);
      work.workers()
          .forEachChunk(
              rows.count(),
              chunk -> {
                kept.decide(chunk, lengths);
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
                kept.copy(chunk, targets, masked.offset(rows.from(chunk)));
                graph.release(rows.from(chunk), rows.to(chunk));
                masked.release(rows.from(chunk), rows.to(chunk));
              });
      return masked;
    }
  }
}
