package io.atp.core.encode;

import java.util.Arrays;

/// Brings encodings of very different size to the common scale [0, 1], as the published code does.
///
/// The largest `⌊n / 20⌋` values (ties: the lower id first) become 1; the others are scaled from
/// their own smallest and largest to [0, 1]. Values that differ by no more than 1e-9 of the largest
/// are equal here: the iterations are not more precise, and scaling would blow their rounding up to
/// full size. An encoding that is constant in this sense tells no node from another and becomes 0
/// everywhere; where only the values below the top are constant, these become 0 and the top stays
/// 1.
final class EncodingScale {
  /// The top is one node in twenty: 5 %.
  private static final int NODES_PER_TOP_NODE = 20;

  private static final double EQUAL = 1e-9;

  private EncodingScale() {}

  /// A new array; the argument, which holds no negative values, stays as it is.
  static double[] clippedToUnit(double[] values) {
    int n = values.length;
    double[] scaled = new double[n];
    double largest = Arrays.stream(values).max().orElse(0);
    double smallest = Arrays.stream(values).min().orElse(0);
    if (largest - smallest <= EQUAL * largest) {
      return scaled;
    }
    int top = n / NODES_PER_TOP_NODE;
    double edge = top == 0 ? Double.POSITIVE_INFINITY : Selection.kthSmallest(values, n - top);
    int above = 0;
    int atEdge = 0;
    double below = smallest; // the largest value under the edge
    for (double value : values) {
      above += value > edge ? 1 : 0;
      atEdge += value == edge ? 1 : 0;
      below = value < edge ? Math.max(below, value) : below;
    }
    int room = top - above; // for lower ids among those at the edge
    double range = (atEdge > room ? edge : below) - smallest;
    boolean flat = range <= EQUAL * largest;
    for (int node = 0; node < n; node++) {
      boolean clipped = values[node] > edge || values[node] == edge && room-- > 0;
      scaled[node] = clipped ? 1 : flat ? 0 : (values[node] - smallest) / range;
    }
    return scaled;
  }

  /// Scaled from its smallest and largest to [0, 1]; ½ everywhere when they are equal, to 1e-9 of
  /// `size`, how large the values could be: the classic symmetric middle, because no node then has
  /// a reason to lean either way.
  static double[] toUnit(double[] values, double size) {
    double[] scaled = new double[values.length];
    double smallest = Arrays.stream(values).min().orElse(0);
    double range = Arrays.stream(values).max().orElse(0) - smallest;
    if (range <= EQUAL * size) {
      Arrays.fill(scaled, 0.5);
      return scaled;
    }
    for (int node = 0; node < scaled.length; node++) {
      scaled[node] = (values[node] - smallest) / range;
    }
    return scaled;
  }
}
