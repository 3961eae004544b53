package io.atp.learn.predict;

import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.Distances;
import io.atp.core.propagate.RowOrigin;
import io.atp.learn.predict.Explanation.NodeShare;
import io.atp.learn.predict.Explanation.Steps;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// `Σ_c g_c · x_jc`, by node and by step.
///
/// @param perStep what the nodes' features have, by hop or distance
/// @param features by node
/// @param labels by node, what its known label has
/// @param parts of the features that came by hops, to be told apart once more for single nodes
record Shares(Steps steps, double[] perStep, double[] features, double[] labels, List<Part> parts) {
  /// A row that a model read, and the gradient with respect to it.
  record Part(RowOrigin origin, double[] slope) {
    static Part of(RowOrigin origin, float[] gradient) {
      double[] slope = new double[gradient.length];
      Arrays.setAll(
          slope,
          c -> origin.slopes().map(scales -> scales[c] * gradient[c]).orElse((double) gradient[c]));
      return new Part(origin, slope);
    }

    boolean ofLabels() {
      return origin.kind() == RowOrigin.Kind.LABELS;
    }

    /// `g · x_j`.
    double dot(int node, MemorySegment row) {
      Features source = origin.source();
      source.copyRow(node, 0, source.width(), row, 0);
      double sum = 0;
      for (int c = 0; c < slope.length; c++) {
        sum += row.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, c) * slope[c];
      }
      return sum;
    }

    /// Room for one row.
    MemorySegment row() {
      return MemorySegment.ofArray(new float[origin.source().width()]);
    }
  }

  /// Of rows that were propagated before: `share_jh = weights[h] · reach_hj · (g ∘ slopes)·x_j`.
  ///
  /// @param gradients with respect to each row
  static Shares of(List<RowOrigin> origins, float[][] gradients, CsrGraph graph, int node) {
    int count = origins.stream().mapToInt(origin -> origin.weights().length).max().orElse(0);
    double[] perHop = new double[count];
    double[] features = new double[graph.nodeCount()];
    double[] labels = new double[graph.nodeCount()];
    List<Part> parts = new ArrayList<>();
    for (int l = 0; l < gradients.length; l++) {
      Part part = Part.of(origins.get(l), gradients[l]);
      if (part.ofLabels()) {
        add(part, new double[count], labels);
      } else {
        add(part, perHop, features);
        parts.add(part);
      }
    }
    boolean told = origins.stream().noneMatch(each -> each.kind() == RowOrigin.Kind.MATRIX);
    return told
        ? new Shares(Steps.HOPS, perHop, features, labels, parts)
        : new Shares(
            Steps.DISTANCE, perDistance(features, graph, node), features, labels, List.of());
  }

  private static void add(Part part, double[] perHop, double[] nodes) {
    RowOrigin origin = part.origin();
    MemorySegment row = part.row();
    double[] dots = new double[nodes.length];
    Arrays.fill(dots, Double.NaN); // where nobody has asked yet
    origin.walk(
        (hop, reach) -> {
          for (int j = 0; j < nodes.length; j++) {
            double weight = origin.weights()[hop] * reach[j];
            if (weight == 0) {
              continue;
            }
            dots[j] = Double.isNaN(dots[j]) ? part.dot(j, row) : dots[j];
            perHop[hop] += weight * dots[j];
            nodes[j] += weight * dots[j];
          }
        });
  }

  /// Of nodes whose features the model read themselves.
  static Shares of(double[] features, CsrGraph graph, int node) {
    double[] perDistance = perDistance(features, graph, node);
    double[] none = new double[features.length];
    return new Shares(Steps.DISTANCE, perDistance, features, none, List.of());
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
    int[] nodes =
        IntStream.range(0, features.length)
            .filter(j -> features[j] != 0 || labels[j] != 0)
            .boxed()
            .sorted(Comparator.comparingDouble(j -> -Math.abs(features[j] + labels[j])))
            .limit(count)
            .mapToInt(j -> j)
            .toArray();
    double[][] perHop = new double[nodes.length][steps == Steps.HOPS ? perStep.length : 0];
    parts.forEach(part -> add(part, nodes, perHop));
    return IntStream.range(0, nodes.length)
        .mapToObj(i -> new NodeShare(nodes[i], features[nodes[i]], labels[nodes[i]], perHop[i]))
        .toList();
  }

  /// The same sums once more, for a few nodes and by hop.
  private static void add(Part part, int[] nodes, double[][] perHop) {
    MemorySegment row = part.row();
    double[] dots = Arrays.stream(nodes).mapToDouble(j -> part.dot(j, row)).toArray();
    part.origin()
        .walk(
            (hop, reach) -> {
              double weight = part.origin().weights()[hop];
              for (int i = 0; i < nodes.length; i++) {
                perHop[i][hop] += weight * reach[nodes[i]] * dots[i];
              }
            });
  }
}
