package io.atp.core.encode;

import java.util.Arrays;

/// [ClippedScale] and [UnitScale] over arrays.
final class EncodingScale {
  private EncodingScale() {}

  /// A new array; the argument, which holds no negative values, stays as it is.
  static double[] clippedToUnit(double[] values) {
    double largest = Arrays.stream(values).max().orElse(0);
    double smallest = Arrays.stream(values).min().orElse(0);
    ClippedScale scale =
        ClippedScale.of(
            values.length,
            smallest,
            largest,
            k -> Selection.kthSmallest(values, k),
            edge -> census(values, edge));
    double[] scaled = new double[values.length];
    long room = scale.room();
    for (int node = 0; node < values.length; node++) {
      boolean hasRoom = scale.atEdge(values[node]) && room-- > 0;
      scaled[node] = scale.scaled(values[node], hasRoom);
    }
    return scaled;
  }

  private static ClippedScale.Census census(double[] values, double edge) {
    long above = 0;
    long atEdge = 0;
    double below = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      above += value > edge ? 1 : 0;
      atEdge += value == edge ? 1 : 0;
      below = value < edge ? Math.max(below, value) : below;
    }
    return new ClippedScale.Census(above, atEdge, below);
  }

  /// A new array; `size` is how large the values could be.
  static double[] toUnit(double[] values, double size) {
    UnitScale scale =
        UnitScale.of(
            Arrays.stream(values).min().orElse(0), Arrays.stream(values).max().orElse(0), size);
    double[] scaled = new double[values.length];
    Arrays.setAll(scaled, node -> scale.scaled(values[node]));
    return scaled;
  }
}
