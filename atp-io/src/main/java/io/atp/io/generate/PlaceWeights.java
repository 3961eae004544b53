package io.atp.io.generate;

import java.util.function.DoubleUnaryOperator;

/// Power-law weights by place: w(p) = min(((p + ½) / n)^(−1/(γ−1)), w_max).
///
/// Places instead of independent draws: the tail is the same for every seed, only its owners
/// differ. A node's hubness is (log w / log w_max)², in [0, 1].
final class PlaceWeights {
  private static final int FIXED_POINT_STEPS = 100;

  private final int nodeCount;
  private final double power;
  private final double cap;
  private final double logCap;

  PlaceWeights(GeneratorConfig config) {
    this.nodeCount = config.nodeCount();
    this.power = -1 / (config.powerLawExponent() - 1);
    this.cap = cap(config);
    this.logCap = Math.max(StrictMath.log(cap), Double.MIN_NORMAL);
  }

  /// w_max: the weight whose expected degree, mean degree · w_max / E[w], is the largest one
  /// allowed.
  ///
  /// With α = γ − 1 the capped mean is E[min(w, c)] = 1 + (1 − c^(1−α)) / (α − 1), so c is the
  /// fixed point of c = (largest / mean degree) · E[min(w, c)].
  private static double cap(GeneratorConfig config) {
    double alpha = config.powerLawExponent() - 1;
    double largest = StrictMath.pow(2.0 * config.nodeCount(), 1 / alpha);
    if (config.edgeCount() == 0) {
      return largest;
    }
    double ratio = config.maxDegreeShare() * config.nodeCount() / config.meanDegree();
    double cap = largest;
    for (int step = 0; step < FIXED_POINT_STEPS; step++) {
      double mean = 1 + (1 - StrictMath.pow(cap, 1 - alpha)) / (alpha - 1);
      cap = Math.clamp(ratio * mean, 1, largest);
    }
    return cap;
  }

  double at(double place) {
    return Math.min(cap, StrictMath.pow((place + 0.5) / nodeCount, power));
  }

  double hubness(double weight) {
    double share = StrictMath.log(weight) / logCap;
    return share * share;
  }

  /// Σ over all places of a function of the weight. Exact for the first 2 048 places; further on a
  /// thousandth of the way is summed by its middle.
  double sum(DoubleUnaryOperator ofWeight) {
    double sum = 0;
    for (long place = 0; place < nodeCount; ) {
      long length = Math.min(Math.max(1, place >> 10), nodeCount - place);
      sum += length * ofWeight.applyAsDouble(at(place + (length - 1) / 2.0));
      place += length;
    }
    return sum;
  }
}
