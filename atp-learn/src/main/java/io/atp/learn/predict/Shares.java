package io.atp.learn.predict;

import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Distances;
import io.atp.core.propagate.RowOrigin;
import io.atp.learn.predict.Explanation.NodeShare;
import io.atp.learn.predict.Explanation.Steps;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// `Σ_c g_c · x_jc`, by node and by step.
///
/// @param perStep what the nodes' features have, by hop or distance
/// @param features by node
/// @param labels by node, what its known label has
record Shares(Steps steps, double[] perStep, double[] features, double[] labels) {
  /// Of rows that were propagated before: `share_jh = weights[h] · reach[h][j] · (g ∘ slopes)·x_j`.
  ///
  /// @param slopes the gradient g with respect to each row
  static Shares of(List<RowOrigin> origins, float[][] slopes, CsrGraph graph, int node) {
    int count = origins.stream().mapToInt(origin -> origin.weights().length).max().orElse(0);
    double[] perHop = new double[count];
    double[] features = new double[graph.nodeCount()];
    double[] labels = new double[graph.nodeCount()];
    for (int l = 0; l < slopes.length; l++) {
      RowOrigin origin = origins.get(l);
      boolean known = origin.kind() == RowOrigin.Kind.LABELS;
      add(origin, slopes[l], known ? new double[count] : perHop, known ? labels : features);
    }
    boolean told = origins.stream().noneMatch(each -> each.kind() == RowOrigin.Kind.MATRIX);
    return told
        ? new Shares(Steps.HOPS, perHop, features, labels)
        : new Shares(Steps.DISTANCE, perDistance(features, graph, node), features, labels);
  }

  private static void add(RowOrigin origin, float[] slope, double[] perHop, double[] nodes) {
    Features source = origin.source();
    double[] weights = slope(slope, origin);
    MemorySegment row = MemorySegment.ofArray(new float[source.width()]);
    double[] dots = new double[nodes.length];
    Arrays.fill(dots, Double.NaN); // where nobody has asked yet
    origin.walk(
        (hop, reach) -> {
          for (int j = 0; j < nodes.length; j++) {
            double weight = origin.weights()[hop] * reach[j];
            if (weight == 0) {
              continue;
            }
            if (Double.isNaN(dots[j])) {
              source.copyRow(j, 0, source.width(), row, 0);
              dots[j] = dot(row, weights);
            }
            perHop[hop] += weight * dots[j];
            nodes[j] += weight * dots[j];
          }
        });
  }

  private static double[] slope(float[] gradient, RowOrigin origin) {
    double[] slope = new double[gradient.length];
    Arrays.setAll(
        slope,
        c -> origin.slopes().isPresent() ? origin.slopes().get()[c] * gradient[c] : gradient[c]);
    return slope;
  }

  private static double dot(MemorySegment row, double[] weights) {
    double sum = 0;
    for (int c = 0; c < weights.length; c++) {
      sum += row.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, c) * weights[c];
    }
    return sum;
  }

  /// Of nodes whose features the model read themselves.
  static Shares of(double[] features, CsrGraph graph, int node) {
    double[] perDistance = perDistance(features, graph, node);
    return new Shares(Steps.DISTANCE, perDistance, features, new double[features.length]);
  }

  /// What has no way to the node counts with the farthest.
  private static double[] perDistance(double[] nodes, CsrGraph graph, int node) {
    int[] distances = Distances.from(graph, node);
    int farthest =
        IntStream.range(0, nodes.length)
            .filter(j -> nodes[j] != 0)
            .map(j -> distances[j])
            .max()
            .orElse(0);
    double[] perStep = new double[Math.max(farthest, 0) + 1];
    for (int j = 0; j < nodes.length; j++) {
      if (nodes[j] != 0) {
        int at = distances[j] == Distances.UNREACHED ? perStep.length - 1 : distances[j];
        perStep[at] += nodes[j];
      }
    }
    return perStep;
  }

  double labelSum() {
    return Arrays.stream(labels).sum();
  }

  double sum() {
    return Arrays.stream(features).sum() + labelSum();
  }

  List<NodeShare> largest(int count) {
    return IntStream.range(0, features.length)
        .filter(j -> features[j] != 0 || labels[j] != 0)
        .mapToObj(j -> new NodeShare(j, features[j], labels[j]))
        .sorted(Comparator.comparingDouble(each -> -Math.abs(each.sum())))
        .limit(count)
        .toList();
  }
}
