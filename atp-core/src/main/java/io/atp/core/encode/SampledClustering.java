package io.atp.core.encode;

import io.atp.core.encode.EncodingConfig.ClusteringMethod.Sampled;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.KeptSteps;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;

/// Clustering coefficients from a sample of neighbour pairs, for graphs whose triangles are too
/// many.
///
/// A node with more than `k = ⌈ln(2 / (1 − confidence)) / (2 · error²)⌉` pairs of neighbours has k
/// of them drawn with replacement and looked up; by Hoeffding's inequality the share that is joined
/// then lies within `error` of the coefficient with probability `confidence`, each node by itself.
/// A node with no more pairs than that has all of them looked up and is exact. A draw is a hash of
/// (seed, node, draw), so the estimate is the same for any number of threads.
///
/// In a directed graph the pairs are ordered. Triangle counts are the estimate times the pairs,
/// rounded.
///
/// @param coefficients the share of pairs that are joined
/// @param triangles as in [Triangles], estimated where sampled
/// @param sampledNodes nodes that were not exact
public record SampledClustering(double[] coefficients, long[] triangles, int sampledNodes) {
  private static final long PURPOSE = 0x70616972; // "pair"

  /// k, the pairs drawn at a node.
  public static long sampleSize(Sampled method) {
    return (long)
        Math.ceil(
            StrictMath.log(2 / (1 - method.confidence())) / (2 * method.error() * method.error()));
  }

  /// In a workspace with a checkpoint, a few rows at a time are kept.
  public static SampledClustering of(CsrGraph graph, Sampled method, Workspace work) {
    Workers workers = work.workers();
    long draws = sampleSize(method);
    double[] coefficients = new double[graph.nodeCount()];
    long[] triangles = new long[graph.nodeCount()];
    RowChunks rows = RowChunks.of(graph);
    double sampled =
        workers.sum(
            graph.nodeCount(),
            (from, to) -> {
              int count = 0;
              for (int node = from; node < to; node++) {
                count += pairs(graph, node) > draws ? 1 : 0;
              }
              return count;
            });
    KeptSteps.run(
        work,
        "sampled-clustering",
        rows.count(),
        (from, to) ->
            workers.forEachChunk(
                to - from,
                chunk -> {
                  int first = rows.from(from + chunk);
                  for (int node = first; node < rows.to(from + chunk); node++) {
                    double pairs = pairs(graph, node);
                    if (pairs > draws) {
                      coefficients[node] = sample(graph, node, draws, method.seed());
                      triangles[node] = Math.round(coefficients[node] * pairs);
                    } else if (pairs > 0) {
                      triangles[node] = enumerate(graph, node);
                      coefficients[node] = triangles[node] / pairs;
                    }
                  }
                }),
        MemorySegment.ofArray(coefficients),
        MemorySegment.ofArray(triangles));
    return new SampledClustering(coefficients, triangles, (int) sampled);
  }

  /// Unordered pairs of neighbours in a symmetric graph, ordered ones in a directed graph.
  private static double pairs(CsrGraph graph, int node) {
    double degree = graph.degree(node);
    return degree * (degree - 1) / (graph.symmetric() ? 2 : 1);
  }

  private static double sample(CsrGraph graph, int node, long draws, long seed) {
    long row = graph.offset(node);
    int degree = graph.degree(node);
    long own = StatelessHash.of(seed, PURPOSE, node);
    long joined = 0;
    for (long draw = 0; draw < draws; draw++) {
      int first = StatelessHash.below(StatelessHash.of(own, draw, 0), degree);
      int second = StatelessHash.below(StatelessHash.of(own, draw, 1), degree - 1);
      second += second >= first ? 1 : 0; // any neighbour but the first
      if (joined(graph, graph.target(row + first), graph.target(row + second))) {
        joined++;
      }
    }
    return (double) joined / draws;
  }

  private static long enumerate(CsrGraph graph, int node) {
    long from = graph.offset(node);
    long to = graph.offset(node + 1);
    long joined = 0;
    for (long first = from; first < to; first++) {
      for (long second = graph.symmetric() ? first + 1 : from; second < to; second++) {
        if (first != second && joined(graph, graph.target(first), graph.target(second))) {
          joined++;
        }
      }
    }
    return joined;
  }

  /// In a symmetric graph the shorter row is searched.
  private static boolean joined(CsrGraph graph, int source, int target) {
    return graph.symmetric() && graph.degree(source) > graph.degree(target)
        ? graph.hasArc(target, source)
        : graph.hasArc(source, target);
  }
}
