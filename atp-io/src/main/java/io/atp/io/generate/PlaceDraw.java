package io.atp.io.generate;

import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;

/// Draws a place with probability ∝ its weight: among all, inside one class, or outside it.
///
/// By rejection, without a table that grows with the nodes. The places of a class are cut into
/// bands, each a sixteenth longer than what lies before it; a band is drawn by the most its places
/// can weigh, a place in it evenly, and kept with the share of that most which it weighs. Nearly
/// all are kept or not without looking: bounds on the weights in a part of the band decide.
final class PlaceDraw {
  private static final int BAND_SHIFT = 4;
  private static final int GUIDES_PER_BAND = 16;
  private static final double GUIDE_MARGIN = 1e-6;
  private static final int PART_BITS = 3;
  private static final int PARTS_PER_BAND = 1 << PART_BITS;

  /// Far more than the rounding of a weight.
  private static final double ROUNDING = 1e-12;

  private static final long LOWER_HALF = 0xFFFFFFFFL;

  /// Tries before a place is taken as it is: needed only where classes have a node or two.
  private static final int MOST_TRIES = 256;

  /// The weight of a kind of edge: w · h or w · (1 − h).
  private final Weight weight;

  private final ClassLayout layout;
  private final int[] first;
  private final double[] most;
  private final double[] surelyKept; // below this share of the most, by part
  private final double[] surelyNot; // from this on
  private final double[] cumulative;
  private final int[] guide;
  private final double guidePerWeight;

  /// @see #most
  interface Weight {
    double at(double place);

    /// No place of `[from, to)` weighs more.
    double most(double from, double to);

    /// No place of `[from, to)` weighs less.
    double least(double from, double to);
  }

  PlaceDraw(ClassLayout layout, Weight weight) {
    this.layout = layout;
    this.weight = weight;
    int classes = layout.classCount();
    int ranks = Math.ceilDiv(layout.nodeCount(), classes);
    int bands = 0;
    int[] bounds = new int[1024];
    for (int rank = 0; rank < ranks; rank += Math.max(1, rank >> BAND_SHIFT)) {
      bounds[bands++] = rank;
    }
    bounds[bands] = ranks;
    first = Arrays.copyOf(bounds, bands + 1);
    most = new double[bands];
    surelyKept = new double[bands * PARTS_PER_BAND];
    surelyNot = new double[bands * PARTS_PER_BAND];
    cumulative = new double[bands + 1];
    for (int band = 0; band < bands; band++) {
      double from = (double) first[band] * classes;
      double to = (double) first[band + 1] * classes;
      most[band] = weight.most(from, to);
      boundParts(band, classes);
      cumulative[band + 1] = cumulative[band] + most[band] * (first[band + 1] - first[band]);
    }
    int cells = GUIDES_PER_BAND * bands;
    guidePerWeight = cumulative[bands] > 0 ? cells / cumulative[bands] : 0;
    guide = new int[cells + 1];
    for (int cell = 0, band = 0; cell <= cells; cell++) {
      // A little early, so that rounding can never make the forward search start too late.
      while (band < bands - 1 && cumulative[band + 1] * guidePerWeight < cell - GUIDE_MARGIN) {
        band++;
      }
      guide[cell] = band;
    }
  }

  /// Bounds for eighths of a band; the hash that picks a rank begins with its eighth.
  private void boundParts(int band, int classes) {
    long ranks = first[band + 1] - first[band];
    for (int part = 0; part < PARTS_PER_BAND; part++) {
      long from = first[band] + ranks * part / PARTS_PER_BAND;
      long to = first[band] + Math.min(ranks, ranks * (part + 1) / PARTS_PER_BAND + 1);
      int at = band * PARTS_PER_BAND + part;
      double least = weight.least((double) from * classes, (double) to * classes);
      double highest = weight.most((double) from * classes, (double) to * classes);
      surelyKept[at] = most[band] > 0 ? least / most[band] * (1 - ROUNDING) : 0;
      surelyNot[at] = most[band] > 0 ? highest / most[band] * (1 + ROUNDING) : 2;
    }
  }

  int draw(HashStream random) {
    return draw(-1, -1, random);
  }

  int drawInside(int klass, HashStream random) {
    return draw(klass, -1, random);
  }

  /// Needs a class beside `klass`.
  int drawOutside(int klass, HashStream random) {
    return draw(-1, klass, random);
  }

  private int draw(int inside, int outside, HashStream random) {
    int classes = layout.classCount();
    int last = inside < 0 ? 0 : inside;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      // Two hashes: the halves of the first pick the band and decide whether the place is kept, the
      // upper bits of the second pick the rank and its lower half the class.
      long chance = random.next();
      int band = band((chance >>> 32) * 0x1p-32 * cumulative[cumulative.length - 1]);
      long hash = random.next();
      int rank = first[band] + StatelessHash.below(hash, first[band + 1] - first[band]);
      int klass = inside;
      if (outside >= 0) {
        klass = (int) ((hash & LOWER_HALF) * (classes - 1) >>> 32);
        klass += klass >= outside ? 1 : 0;
      } else if (inside < 0) {
        klass = (int) ((hash & LOWER_HALF) * classes >>> 32);
      }
      long place = (long) rank * classes + klass;
      if (place >= layout.nodeCount()) {
        continue; // the last rank is not full
      }
      double unit = (chance & LOWER_HALF) * 0x1p-32;
      int part = band * PARTS_PER_BAND + (int) (hash >>> Long.SIZE - PART_BITS);
      if (unit < surelyKept[part]
          || unit < surelyNot[part] && unit * most[band] < weight.at(place)) {
        return (int) place;
      }
      last = (int) place;
    }
    return last;
  }

  private int band(double value) {
    int band = guide[(int) (value * guidePerWeight)];
    while (band < most.length - 1 && cumulative[band + 1] <= value) {
      band++;
    }
    return band;
  }
}
