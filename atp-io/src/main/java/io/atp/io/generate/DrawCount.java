package io.atp.io.generate;

/// How many edges to draw so that, after repeats have fallen away, about as many are left as were
/// asked for.
///
/// A pair that is drawn with probability p per draw is missing after D draws with probability e^(−D
/// p), so Σ (1 − e^(−D p)) pairs are expected; the sum runs over bands of places, each with the
/// mean of a few of its places. Good to a fraction of a percent, which is enough for large graphs.
/// Small ones draw as many as asked for, and [EdgeTopUp] adds the rest.
final class DrawCount {
  /// From here on the number that comes out differs from the one expected by less than 0.1 %.
  private static final long LARGE = 1 << 22;

  private static final double TOLERATED = 0.99;
  private static final double AIM = 0.995;
  private static final int BAND_SHIFT = 3;
  private static final int SAMPLES = 16;
  private static final int BISECTIONS = 40;

  /// Where hubs are saturated, more draws bring no more edges.
  private static final double MOST_FACTOR = 3;

  private final double classes;
  private final double kindredDraws;
  private final int bands;
  private final double[] size;
  private final double[] kindred;
  private final double[] mixing;

  private DrawCount(GeneratorConfig config, BlockModel model) {
    int count = config.classCount();
    this.classes = count;
    this.kindredDraws = model.kindredShare();
    int ranks = Math.ceilDiv(config.nodeCount(), count);
    double[] sizes = new double[2048];
    double[] kin = new double[sizes.length];
    double[] mix = new double[sizes.length];
    int at = 0;
    for (int rank = 0; rank < ranks; at++) {
      int length = Math.min(Math.max(1, rank >> BAND_SHIFT), ranks - rank);
      sizes[at] = length;
      for (int i = 0; i < SAMPLES; i++) {
        double place = ((i + 0.5) / SAMPLES * length + rank) * count - 0.5;
        kin[at] += model.kindredShareAt(place) / SAMPLES;
        mix[at] += model.mixingShareAt(place) / SAMPLES;
      }
      rank += length;
    }
    this.bands = at;
    this.size = sizes;
    this.kindred = kin;
    this.mixing = mix;
  }

  static long of(GeneratorConfig config, BlockModel model) {
    long edges = config.edgeCount();
    if (edges < LARGE) {
      return edges;
    }
    DrawCount count = new DrawCount(config, model);
    if (count.distinct(edges) >= TOLERATED * edges) {
      return edges;
    }
    double low = edges;
    double high = MOST_FACTOR * edges;
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (low + high) / 2;
      if (count.distinct(middle) < AIM * edges) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.round(high);
  }

  /// Pairs expected after so many draws.
  private double distinct(double draws) {
    double kindredRate = 2 * draws * kindredDraws * classes;
    double mixingRate = classes > 1 ? 2 * draws * (1 - kindredDraws) * classes / (classes - 1) : 0;
    double sum = 0;
    for (int s = 0; s < bands; s++) {
      for (int t = s; t < bands; t++) {
        double inside = s == t ? size[s] * (size[s] - 1) / 2 : size[s] * size[t];
        double between = s == t ? size[s] * size[s] / 2 : size[s] * size[t];
        sum += inside * classes * met(kindredRate * kindred[s] * kindred[t]);
        sum += between * classes * (classes - 1) * met(mixingRate * mixing[s] * mixing[t]);
      }
    }
    return sum;
  }

  private static double met(double rate) {
    return -StrictMath.expm1(-rate);
  }
}
