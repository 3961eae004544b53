package io.atp.core.encode;

import io.atp.core.encode.EncodingConfig.Weights;

/// Encodings → r̃, by the profile.
///
/// | profile | r̃ |
/// | --- | --- |
/// | paper | `C · Σ w·R`, clipped to [0, 1]; how many were clipped is logged |
/// | authors-code | `unit(Σ w·clipped(R))` with the scalings of [ClippedScale] and [UnitScale] |
/// | scaled | C times that |
///
/// Where the weighted sum is the same for all nodes, authors-code gives ½ and scaled ½·C: the
/// middle.
final class Combination {
  private static final System.Logger LOG = System.getLogger(Combination.class.getName());

  private Combination() {}

  static NodeCoefficients of(Encodings encodings, EncodingConfig config) {
    Weights weights = config.weights();
    double[] values =
        switch (config.profile()) {
          case PAPER -> asPrinted(encodings, weights, config.coefficientScale());
          case AUTHORS_CODE -> scaled(encodings, weights, 1);
          case SCALED -> scaled(encodings, weights, config.coefficientScale());
        };
    return new NodeCoefficients(values);
  }

  private static double[] asPrinted(Encodings encodings, Weights weights, double scale) {
    double[] sum = new double[encodings.nodeCount()];
    for (Encoding encoding : Encoding.values()) {
      double weight = weights.of(encoding);
      if (weight != 0) {
        add(sum, weight, encodings.values(encoding));
      }
    }
    int clipped = 0;
    for (int node = 0; node < sum.length; node++) {
      double value = scale * sum[node];
      sum[node] = Math.clamp(value, 0.0, 1.0);
      clipped += sum[node] == value ? 0 : 1;
    }
    if (clipped > 0) {
      LOG.log(
          System.Logger.Level.INFO,
          "coefficients of {0} of {1} nodes lay outside [0, 1] and were clipped",
          clipped,
          sum.length);
    }
    return sum;
  }

  private static double[] scaled(Encodings encodings, Weights weights, double scale) {
    double[] sum = new double[encodings.nodeCount()];
    double size = 0;
    for (Encoding encoding : Encoding.values()) {
      double weight = weights.of(encoding);
      if (weight != 0) {
        add(sum, weight, EncodingScale.clippedToUnit(encodings.values(encoding)));
        size += Math.abs(weight);
      }
    }
    double[] values = EncodingScale.toUnit(sum, size);
    for (int node = 0; node < values.length; node++) {
      values[node] *= scale;
    }
    return values;
  }

  private static void add(double[] sum, double weight, double[] values) {
    for (int node = 0; node < sum.length; node++) {
      sum[node] += weight * values[node];
    }
  }
}
