package io.atp.io.generate;

import io.atp.core.runtime.Workers;

/// Power-law weights w_i = min(u_i^(−1/(γ−1)), w_max), with u_i the shuffled ranks (rank + ½) / n.
///
/// Ranks instead of independent draws: the tail is the same for every seed, only its owners differ.
final class DegreeWeights {
  private static final int FIXED_POINT_STEPS = 100;

  private DegreeWeights() {}

  /// w_max: the weight whose expected degree, mean degree · w_max / E[w], is the largest one
  /// allowed.
  ///
  /// With α = γ − 1 the capped mean is E[min(w, c)] = 1 + (1 − c^(1−α)) / (α − 1), so c is the
  /// fixed point of c = (largest / mean degree) · E[min(w, c)].
  static double cap(GeneratorConfig config) {
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

  static double[] of(GeneratorConfig config, double cap, Workers workers) {
    int nodeCount = config.nodeCount();
    double power = -1 / (config.powerLawExponent() - 1);
    Shuffle ranks = new Shuffle(nodeCount, config.seed(), Purpose.WEIGHT);
    double[] weights = new double[nodeCount];
    workers.forEachRange(
        nodeCount,
        1 << 14,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            double rank = (ranks.of(node) + 0.5) / nodeCount;
            weights[node] = Math.min(cap, StrictMath.pow(rank, power));
          }
        });
    return weights;
  }
}
