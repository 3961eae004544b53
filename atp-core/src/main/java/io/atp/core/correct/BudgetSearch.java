package io.atp.core.correct;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;

/// The M at which the wanted share of arcs goes: the hiding score of the arc that is next in line,
/// found by counting.
///
/// Scores are numbers in [0, 1) cut to multiples of 2⁻⁵³. A histogram of 2¹⁶ bins finds the bin in
/// which the last arc to go lies, a histogram of that bin finds a bin 2¹⁶ times narrower, and so
/// on, at most four times, until the bin holds a single edge. Counts are integers: the order in
/// which threads add them does not matter.
final class BudgetSearch {
  private static final int SCORE_BITS = 53;
  private static final int DIGIT_BITS = 16;
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
    return new BudgetSearch(mask, scratch).search(wanted.share());
  }

  private double search(double removedShare) {
    long arcs = mask.graph().arcCount();
    long goal = Math.round(removedShare * arcs);
    // The two arcs of an edge have the same score: no threshold parts them.
    int inseparable = mask.by() == MaskBy.EDGES ? 2 : 1;
    long low = 0; // the bin under study: scores in [low, low + width) · 2⁻⁵³
    long width = 1L << SCORE_BITS;
    long below = 0; // arcs with a score under the bin
    long within = Long.MAX_VALUE; // arcs in the bin
    while (below < goal && within > inseparable && width > 1) {
      long binWidth = Math.max(1, width >>> DIGIT_BITS);
      long[] histogram = histogram(low, width, binWidth);
      if (low == 0 && width == 1L << SCORE_BITS) {
        refuseMoreThan(histogram, removedShare, goal, arcs);
      }
      int bin = 0;
      while (below + histogram[bin] < goal) {
        below += histogram[bin++];
      }
      low += bin * binWidth;
      width = binWidth;
      within = histogram[bin];
      if (below + within == goal) {
        return (low + width) * 0x1p-53;
      }
    }
    boolean takeBin = below < goal && goal - below >= below + within - goal;
    return (takeBin ? low + width : low) * 0x1p-53;
  }

  private static void refuseMoreThan(long[] histogram, double asked, long goal, long arcs) {
    long most = 0;
    for (long count : histogram) {
      most += count;
    }
    Require.that(
        goal <= most,
        "the chosen nodes can give up at most %s of the arcs, %s were asked for",
        Math.floor(1e4 * most / arcs) / 1e4,
        asked);
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
        double score = mask.hidingScore(node, graph.target(arc));
        long place = (long) (score * 0x1p53) - low; // +∞ becomes the largest long, outside any bin
        if (place >= 0 && place < width) {
          counts[(int) (place >>> shift)]++;
        }
      }
      if ((node & RELEASE_MASK) == RELEASE_MASK) {
        graph.release(node - RELEASE_MASK, node + 1);
      }
    }
    return counts;
  }
}
