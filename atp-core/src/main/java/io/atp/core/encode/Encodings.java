package io.atp.core.encode;

import io.atp.core.runtime.Require;
import io.atp.core.spectral.Convergence;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// What [LocalNodeContext#describe] found: one value a node for each encoding that was asked for.
///
/// @param values by encoding; asking for one that was not computed is refused with a sentence
/// @param triangleCounts as [Triangles] defines them, present together with the clustering
///   coefficient
/// @param convergences of the encodings that iterate
/// @param largestEigenvalue λ_max of the adjacency, present with the eigenvector or Katz
public record Encodings(
    int nodeCount,
    Map<Encoding, double[]> values,
    Optional<long[]> triangleCounts,
    Map<Encoding, Convergence> convergences,
    OptionalDouble largestEigenvalue) {

  public Encodings {
    values = Map.copyOf(values);
    convergences = Map.copyOf(convergences);
  }

  public boolean has(Encoding encoding) {
    return values.containsKey(encoding);
  }

  public double[] values(Encoding encoding) {
    Require.that(
        has(encoding),
        "%s was not computed, only %s",
        encoding,
        values.keySet().stream().sorted().toList());
    return values.get(encoding);
  }

  public double[] degree() {
    return values(Encoding.DEGREE);
  }

  public double[] clustering() {
    return values(Encoding.CLUSTERING);
  }

  public double[] eigenvector() {
    return values(Encoding.EIGENVECTOR);
  }

  public double[] pageRank() {
    return values(Encoding.PAGERANK);
  }

  public double[] katz() {
    return values(Encoding.KATZ);
  }

  /// Triangles through each node; in a directed graph, arcs among the nodes its row lists.
  public long[] triangles() {
    values(Encoding.CLUSTERING);
    return triangleCounts.orElseThrow();
  }

  /// How the iteration behind an encoding ended; empty for degree and clustering.
  public Optional<Convergence> convergence(Encoding encoding) {
    return Optional.ofNullable(convergences.get(encoding));
  }
}
