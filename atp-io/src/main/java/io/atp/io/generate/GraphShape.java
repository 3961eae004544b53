package io.atp.io.generate;

import io.atp.core.runtime.Require;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The outline of a published data set: enough to make a graph that weighs as much and is about as
/// hard.
///
/// Sizes of the seven small sets were counted in their files. All other figures, and homophily and
/// the largest degree of every set, are rough and were not counted here.
///
/// @param edgeCount undirected, without loops and repeats
/// @param homophily share of edges inside a class
/// @param maxDegree of the largest hub
/// @param labelledShare share of nodes with a label
/// @param trainShare share of nodes to learn from; 0 for 20 a class
/// @param validationShare share of nodes to choose by; 0 for 30 a class
public record GraphShape(
    String name,
    int nodeCount,
    long edgeCount,
    int featureWidth,
    int classCount,
    double homophily,
    int maxDegree,
    double labelledShare,
    double trainShare,
    double validationShare) {
  /// The twelve of the paper.
  public static final List<GraphShape> ALL =
      List.of(
          small("cora", 2_708, 5_278, 1_433, 7, 0.81, 168),
          small("citeseer", 3_327, 4_552, 3_703, 6, 0.74, 99),
          small("pubmed", 19_717, 44_324, 500, 3, 0.80, 171),
          small("photo", 7_650, 119_081, 745, 8, 0.83, 1_434),
          small("computers", 13_752, 245_861, 767, 10, 0.78, 2_992),
          small("cs", 18_333, 81_894, 6_805, 15, 0.81, 136),
          small("physics", 34_493, 247_962, 8_415, 5, 0.93, 382),
          new GraphShape("flickr", 89_250, 449_878, 500, 7, 0.32, 5_425, 1, 0.5, 0.25),
          new GraphShape("reddit", 232_965, 57_307_946, 602, 41, 0.76, 21_657, 1, 0.66, 0.10),
          new GraphShape("arxiv", 169_343, 1_157_799, 128, 40, 0.66, 13_161, 1, 0.54, 0.18),
          new GraphShape("products", 2_449_029, 61_859_012, 100, 47, 0.81, 17_481, 1, 0.08, 0.016),
          new GraphShape(
              "papers100M",
              111_059_956,
              1_614_061_934L,
              128,
              172,
              0.57,
              251_471,
              0.0139,
              0.0109,
              0.0011));

  private static GraphShape small(
      String name, int nodes, long edges, int features, int classes, double homophily, int degree) {
    return new GraphShape(name, nodes, edges, features, classes, homophily, degree, 1, 0, 0);
  }

  /// @throws IllegalArgumentException for a name that is not in [#ALL]
  public static GraphShape named(String name) {
    String wanted = name.toLowerCase(Locale.ROOT).replaceFirst("^ogbn[-_]", "");
    for (GraphShape shape : ALL) {
      if (shape.name.toLowerCase(Locale.ROOT).equals(wanted)) {
        return shape;
      }
    }
    Require.that(false, "no shape is called '%s'; there are %s", name, names());
    throw new AssertionError();
  }

  public static String names() {
    return ALL.stream().map(GraphShape::name).collect(Collectors.joining(", "));
  }

  /// A graph of `scale` times the nodes and edges: mean degree, classes and the largest hub's share
  /// of the nodes stay.
  public GeneratorConfig config(double scale) {
    Require.that(
        scale > 0 && scale * nodeCount <= Integer.MAX_VALUE - 8,
        "scale must be above 0 and at most %s for %s, got %s",
        Math.floor(100.0 * (Integer.MAX_VALUE - 8) / nodeCount) / 100,
        name,
        scale);
    int nodes = (int) Math.max(2, Math.round(scale * nodeCount));
    long pairs = nodes * (nodes - 1L) / 2;
    long edges = Math.clamp(Math.round(scale * edgeCount), 1, pairs);
    int classes = Math.min(classCount, nodes);
    double meanShare = 2.0 * edges / nodes / nodes;
    double degreeShare = Math.clamp(10 * meanShare, (double) maxDegree / nodeCount, 1.0);
    GeneratorConfig usual = GeneratorConfig.of(nodes, edges, featureWidth, classes);
    return new GeneratorConfig(
        nodes,
        edges,
        featureWidth,
        classes,
        usual.powerLawExponent(),
        degreeShare,
        homophily,
        homophily / 2,
        usual.featureSignal(),
        usual.featureNoise(),
        labelledShare,
        perClass(trainShare, nodes, classes, usual.trainPerClass()),
        perClass(validationShare, nodes, classes, usual.validationPerClass()),
        usual.seed());
  }

  private static int perClass(double share, int nodes, int classes, int usual) {
    return share == 0 ? usual : (int) Math.max(1, Math.round(share * nodes / classes));
  }
}
