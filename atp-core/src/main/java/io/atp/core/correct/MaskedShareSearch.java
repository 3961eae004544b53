package io.atp.core.correct;

import io.atp.core.runtime.Require;

/// The M at which the wanted share of arcs goes: the hiding score of the arc that is next in line,
/// found by counting.
///
/// Scores are numbers in [0, 1) cut to multiples of 2⁻⁵³. A histogram of 2¹⁶ bins finds the bin in
/// which the last arc to go lies, a histogram of that bin finds a bin 2¹⁶ times narrower, and so
/// on, at most four times, until the bin holds a single edge. Who counts, and in how many parts, is
/// the caller's business.
public final class MaskedShareSearch {
  private static final int SCORE_BITS = 53;
  private static final int DIGIT_BITS = 16;

  private MaskedShareSearch() {}

  /// Counts the arcs of a graph by their hiding scores.
  @FunctionalInterface
  public interface Histogram {
    /// `width / binWidth` counts of the scores in `[low, low + width) · 2⁻⁵³`; both widths are
    /// powers of two.
    long[] of(long low, long width, long binWidth);
  }

  /// Adds one score to a histogram, or leaves it out.
  ///
  /// @param shift such that a bin is `1 << shift` wide
  public static void count(double score, long low, long width, int shift, long[] counts) {
    long place = (long) (score * 0x1p53) - low; // +∞ becomes the largest long, outside any bin
    if (place >= 0 && place < width) {
      counts[(int) (place >>> shift)]++;
    }
  }

  /// @param arcs of the whole graph
  /// @throws IllegalArgumentException if the chosen nodes do not hold that many arcs
  public static double maskedShare(long arcs, double removedShare, MaskBy by, Histogram histogram) {
    long goal = Math.round(removedShare * arcs);
    // The two arcs of an edge have the same score: no threshold parts them.
    int inseparable = by == MaskBy.EDGES ? 2 : 1;
    long low = 0; // the bin under study: scores in [low, low + width) · 2⁻⁵³
    long width = 1L << SCORE_BITS;
    long below = 0; // arcs with a score under the bin
    long within = Long.MAX_VALUE; // arcs in the bin
    while (below < goal && within > inseparable && width > 1) {
      long binWidth = Math.max(1, width >>> DIGIT_BITS);
      long[] counts = histogram.of(low, width, binWidth);
      if (low == 0 && width == 1L << SCORE_BITS) {
        refuseMoreThan(counts, removedShare, goal, arcs);
      }
      int bin = 0;
      while (below + counts[bin] < goal) {
        below += counts[bin++];
      }
      low += bin * binWidth;
      width = binWidth;
      within = counts[bin];
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
}
