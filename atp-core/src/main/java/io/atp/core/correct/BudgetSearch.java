package io.atp.core.correct;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workspace;

/// Counts the hiding scores of a graph for [MaskedShareSearch]. Counts are integers: the order in
/// which threads add them does not matter.
final class BudgetSearch {
  private static final int MAX_PARTS = 16;
  private static final int RELEASE_MASK = (1 << 12) - 1;
  private static final long LEAST_WORK_PER_PART = 1 << 16;

  private final EdgeMask mask;
  private final RowChunks parts;
  private final Workspace scratch;

  private BudgetSearch(EdgeMask mask, Workspace scratch) {
    CsrGraph graph = mask.graph();
    long work = graph.arcCount() + graph.nodeCount();
    this.mask = mask;
    this.parts = RowChunks.of(graph, Math.max(LEAST_WORK_PER_PART, work / MAX_PARTS + 1));
    this.scratch = scratch;
  }

  /// @throws IllegalArgumentException if the chosen nodes do not hold that many arcs
  static double maskedShare(EdgeMask mask, MaskBudget.RemovedShare wanted, Workspace scratch) {
    BudgetSearch counting = new BudgetSearch(mask, scratch);
    return MaskedShareSearch.maskedShare(
        mask.graph().arcCount(), wanted.share(), mask.by(), counting::histogram);
  }

  private long[] histogram(long low, long width, long binWidth) {
    long[] total = new long[(int) (width / binWidth)];
    int shift = Long.numberOfTrailingZeros(binWidth);
    scratch
        .workers()
        .forEachChunk(
            parts.count(),
            part -> {
              long[] counts = countPart(part, low, width, shift);
              synchronized (total) {
                for (int bin = 0; bin < total.length; bin++) {
                  total[bin] += counts[bin];
                }
              }
            });
    return total;
  }

  private long[] countPart(int part, long low, long width, int shift) {
    CsrGraph graph = mask.graph();
    long[] counts = new long[(int) (width >>> shift)];
    for (int node = parts.from(part); node < parts.to(part); node++) {
      for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
        MaskedShareSearch.count(
            mask.hidingScore(node, graph.target(arc)), low, width, shift, counts);
      }
      if ((node & RELEASE_MASK) == RELEASE_MASK) {
        graph.release(node - RELEASE_MASK, node + 1);
      }
    }
    return counts;
  }
}
