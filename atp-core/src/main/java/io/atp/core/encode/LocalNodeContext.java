package io.atp.core.encode;

import io.atp.core.encode.EncodingConfig.ClusteringMethod;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Progress;
import io.atp.core.runtime.Workspace;
import io.atp.core.spectral.Convergence;
import io.atp.core.spectral.EigenPair;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// LNC: from a graph to what is special about each node, and from that to its kernel coefficient
/// r̃.
///
/// ```java
/// NodeCoefficients r = LocalNodeContext.encode(corrected, EncodingConfig.defaults(), work);
/// ```
public final class LocalNodeContext {
  private LocalNodeContext() {}

  /// r̃ from the encodings that have a weight.
  public static NodeCoefficients encode(CsrGraph graph, EncodingConfig config, Workspace work) {
    return combine(describe(graph, config, weighted(config), work), config);
  }

  /// The encodings that have a weight.
  public static Set<Encoding> weighted(EncodingConfig config) {
    Set<Encoding> weighted = EnumSet.noneOf(Encoding.class);
    for (Encoding encoding : Encoding.values()) {
      if (config.weights().of(encoding) != 0) {
        weighted.add(encoding);
      }
    }
    return weighted;
  }

  /// The encodings wanted, whatever their weight.
  public static Encodings describe(
      CsrGraph graph, EncodingConfig config, Set<Encoding> wanted, Workspace work) {
    return new Description(graph, config, work).of(wanted);
  }

  /// r̃ by the profile of the configuration; every encoding with a weight must be there.
  public static NodeCoefficients combine(Encodings encodings, EncodingConfig config) {
    return Combination.of(encodings, config);
  }

  /// One step for each encoding, in the order of the enum.
  private static final class Description {
    private final CsrGraph graph;
    private final EncodingConfig config;
    private final Workspace work;
    private final KeptVectors kept;
    private final Map<Encoding, double[]> values = new EnumMap<>(Encoding.class);
    private final Map<Encoding, Convergence> convergences = new EnumMap<>(Encoding.class);
    private Optional<long[]> triangles = Optional.empty();
    private EigenPair leading;

    Description(CsrGraph graph, EncodingConfig config, Workspace work) {
      this.graph = graph;
      this.config = config;
      this.work = work;
      this.kept = new KeptVectors(graph.nodeCount(), work);
    }

    Encodings of(Set<Encoding> wanted) {
      for (Encoding encoding : Encoding.values()) {
        if (wanted.contains(encoding)) {
          switch (encoding) {
            case DEGREE -> values.put(encoding, DegreeCentrality.of(graph, work.workers()));
            case CLUSTERING -> step("encode: clustering", this::clustering);
            case EIGENVECTOR -> step("encode: eigenvector", this::eigenvector);
            case PAGERANK -> step("encode: pagerank", this::pageRank);
            case KATZ -> step("encode: katz", this::katz);
          }
        }
      }
      OptionalDouble largest =
          leading == null ? OptionalDouble.empty() : OptionalDouble.of(leading.value());
      return new Encodings(graph.nodeCount(), values, triangles, convergences, largest);
    }

    private void step(String name, Runnable body) {
      Progress progress = work.progress();
      progress.report(name, 0, 1);
      body.run();
      progress.report(name, 1, 1);
    }

    private void clustering() {
      switch (config.clustering()) {
        case ClusteringMethod.Exact _ -> {
          long[] counts = kept.counts("triangles", () -> Triangles.count(graph, work));
          Triangles.forgetSteps(work);
          triangles = Optional.of(counts);
          values.put(Encoding.CLUSTERING, ClusteringCoefficient.of(graph, counts, work.workers()));
        }
        case ClusteringMethod.Sampled sampled -> {
          SampledClustering estimate = SampledClustering.of(graph, sampled, work);
          triangles = Optional.of(estimate.triangles());
          values.put(Encoding.CLUSTERING, estimate.coefficients());
        }
      }
    }

    private void eigenvector() {
      switch (config.stop()) {
        case CONVERGED -> {
          values.put(Encoding.EIGENVECTOR, leading().vector());
          convergences.put(Encoding.EIGENVECTOR, leading().convergence());
        }
        case NETWORKX ->
            put(
                Encoding.EIGENVECTOR,
                kept.centrality(
                    "eigenvector",
                    () ->
                        NetworkXIteration.eigenvector(
                            graph, config.maxIterations(), work.workers())));
      }
    }

    private void pageRank() {
      put(
          Encoding.PAGERANK,
          kept.centrality(
              "pagerank",
              () ->
                  switch (config.stop()) {
                    case CONVERGED ->
                        PageRank.of(graph, config.tolerance(), config.maxIterations(), work);
                    case NETWORKX ->
                        NetworkXIteration.pageRank(graph, config.maxIterations(), work);
                  }));
    }

    private void katz() {
      EigenPair first = leading();
      put(
          Encoding.KATZ,
          kept.centrality(
              "katz",
              () ->
                  KatzCentrality.of(
                      graph, first, config.tolerance(), config.maxIterations(), work.workers())));
    }

    private void put(Encoding encoding, Centrality centrality) {
      values.put(encoding, centrality.values());
      convergences.put(encoding, centrality.convergence());
    }

    /// Once, for the eigenvector and for Katz.
    private EigenPair leading() {
      if (leading == null) {
        leading =
            kept.pair(
                "leading",
                () ->
                    EigenvectorCentrality.of(
                        graph, config.tolerance(), config.maxIterations(), work.workers()));
      }
      return leading;
    }
  }
}
