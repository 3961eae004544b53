package io.atp.io.generate;

import io.atp.core.runtime.Require;

/// What graph to make.
///
/// @param nodeCount n, at least 1
/// @param edgeCount m, undirected edges without loops or repeats
/// @param featureWidth f; 0 makes a graph without features
/// @param classCount c, at most n; class sizes differ by at most one
/// @param powerLawExponent γ > 2: the share of nodes of expected degree d falls as d^−γ
/// @param maxDegreeShare the largest expected degree, as a share of n
/// @param homophily share of all edges that join two nodes of one class
/// @param hubHomophily the same share among the edges of the largest hub; in between it falls with
///   the squared logarithm of the expected degree
/// @param featureSignal distance of a class centre from the origin, per column
/// @param featureNoise standard deviation of a feature around its class centre
/// @param labelledShare share of nodes whose class is told; 1 tells all
/// @param trainPerClass labelled nodes to learn from, at most a fifth of a class
/// @param validationPerClass labelled nodes to choose by, at most three tenths of a class
public record GeneratorConfig(
    int nodeCount,
    long edgeCount,
    int featureWidth,
    int classCount,
    double powerLawExponent,
    double maxDegreeShare,
    double homophily,
    double hubHomophily,
    double featureSignal,
    double featureNoise,
    double labelledShare,
    int trainPerClass,
    int validationPerClass,
    long seed) {

  public GeneratorConfig {
    Require.atLeast("nodeCount", nodeCount, 1);
    Require.that(
        nodeCount <= Integer.MAX_VALUE - 8,
        "nodeCount must be at most %d, got %d",
        Integer.MAX_VALUE - 8,
        nodeCount);
    Require.atLeast("edgeCount", edgeCount, 0L);
    long pairs = (long) nodeCount * (nodeCount - 1L) / 2;
    Require.that(
        edgeCount <= pairs,
        "%d nodes can hold at most %d edges, %d were asked for",
        nodeCount,
        pairs,
        edgeCount);
    Require.atLeast("featureWidth", featureWidth, 0);
    Require.atLeast("classCount", classCount, 1);
    Require.that(
        classCount <= nodeCount,
        "%d classes need at least as many nodes, got %d",
        classCount,
        nodeCount);
    Require.that(
        powerLawExponent > 2 && powerLawExponent <= 100,
        "powerLawExponent must lie in (2, 100], got %s",
        powerLawExponent);
    Require.share("maxDegreeShare", maxDegreeShare);
    double meanDegree = 2.0 * edgeCount / nodeCount;
    Require.that(
        edgeCount == 0 || meanDegree <= maxDegreeShare * nodeCount,
        "a mean degree of %s is above the largest degree allowed, maxDegreeShare %s of %d nodes",
        meanDegree,
        maxDegreeShare,
        nodeCount);
    Require.share("homophily", homophily);
    Require.share("hubHomophily", hubHomophily);
    Require.that(
        hubHomophily <= homophily,
        "hubHomophily must be at most homophily %s, got %s",
        homophily,
        hubHomophily);
    Require.finite("featureSignal", featureSignal);
    Require.that(
        featureNoise >= 0 && Double.isFinite(featureNoise),
        "featureNoise must be a finite number of at least 0, got %s",
        featureNoise);
    Require.share("labelledShare", labelledShare);
    Require.atLeast("trainPerClass", trainPerClass, 0);
    Require.atLeast("validationPerClass", validationPerClass, 0);
  }

  /// γ = 2.5, homophily 0.8 falling to 0.4 at the largest hub, noisy features, 20 + 30 labels a
  /// class, seed 0.
  ///
  /// The largest expected degree is 1 % of n, or ten times the mean where that is more.
  public static GeneratorConfig of(
      int nodeCount, long edgeCount, int featureWidth, int classCount) {
    double meanShare = 2.0 * edgeCount / nodeCount / nodeCount;
    double maxDegreeShare = Math.clamp(10 * meanShare, 0.01, 1.0);
    return new GeneratorConfig(
        nodeCount,
        edgeCount,
        featureWidth,
        classCount,
        2.5,
        maxDegreeShare,
        0.8,
        0.4,
        usualSignal(featureWidth),
        1,
        1,
        20,
        30,
        0);
  }

  /// 0.25 up to 64 columns; beyond, so much that all columns together tell classes apart as well as
  /// 64 do.
  public static double usualSignal(int featureWidth) {
    return 0.25 * Math.sqrt(64.0 / Math.max(64, featureWidth));
  }

  public GeneratorConfig withSignal(double newSignal) {
    return new GeneratorConfig(
        nodeCount,
        edgeCount,
        featureWidth,
        classCount,
        powerLawExponent,
        maxDegreeShare,
        homophily,
        hubHomophily,
        newSignal,
        featureNoise,
        labelledShare,
        trainPerClass,
        validationPerClass,
        seed);
  }

  public GeneratorConfig withSeed(long newSeed) {
    return new GeneratorConfig(
        nodeCount,
        edgeCount,
        featureWidth,
        classCount,
        powerLawExponent,
        maxDegreeShare,
        homophily,
        hubHomophily,
        featureSignal,
        featureNoise,
        labelledShare,
        trainPerClass,
        validationPerClass,
        newSeed);
  }

  public GeneratorConfig withWidths(int newFeatureWidth, int newClassCount) {
    return new GeneratorConfig(
        nodeCount,
        edgeCount,
        newFeatureWidth,
        newClassCount,
        powerLawExponent,
        maxDegreeShare,
        homophily,
        hubHomophily,
        featureSignal,
        featureNoise,
        labelledShare,
        trainPerClass,
        validationPerClass,
        seed);
  }

  public GeneratorConfig withHomophily(double all, double hubs) {
    return new GeneratorConfig(
        nodeCount,
        edgeCount,
        featureWidth,
        classCount,
        powerLawExponent,
        maxDegreeShare,
        all,
        hubs,
        featureSignal,
        featureNoise,
        labelledShare,
        trainPerClass,
        validationPerClass,
        seed);
  }

  double meanDegree() {
    return 2.0 * edgeCount / nodeCount;
  }
}
