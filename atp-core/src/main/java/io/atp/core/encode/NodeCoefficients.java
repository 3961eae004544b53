package io.atp.core.encode;

import java.util.Arrays;

/// r̃: the kernel coefficient of every node. Large r̃ tells neighbours apart, small r̃ takes in all
/// it can.
///
/// Constant 0, ½ and 1 give the random walk, the symmetric and the reverse walk.
public record NodeCoefficients(double[] values) {
  public NodeCoefficients {
    for (int node = 0; node < values.length; node++) {
      if (!Double.isFinite(values[node])) {
        throw new IllegalArgumentException(
            "coefficient of node %d is %s".formatted(node, values[node]));
      }
    }
  }

  /// The classic operators: one r for all.
  public static NodeCoefficients constant(int nodeCount, double kernelCoefficient) {
    double[] values = new double[nodeCount];
    Arrays.fill(values, kernelCoefficient);
    return new NodeCoefficients(values);
  }

  public int nodeCount() {
    return values.length;
  }

  public double of(int node) {
    return values[node];
  }
}
