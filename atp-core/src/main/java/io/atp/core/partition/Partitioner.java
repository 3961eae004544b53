package io.atp.core.partition;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;

/// k parts of nearly equal size with few edges between them.
///
/// Multilevel: merge pairs of nodes along heavy edges until few are left ([HeavyEdgeMatching]),
/// divide the small graph by recursive bisection, then undo the merging level by level and move
/// nodes across the boundary on each ([Refinement]). Every part has at most `1.05 · ⌈n / k⌉` nodes
/// and none is empty. The result depends on (graph, k, seed) alone.
///
/// Cost: O((n + m) · log k) in time, about 40 bytes an arc of heap at the peak.
public final class Partitioner {
  /// How much larger than its share a part may be.
  public static final double TOLERANCE = 1.05;

  private static final int COARSE_NODES_PER_PART = 30;
  private static final double HEAVIEST = 1.5;
  private static final int PASSES = 8;

  private Partitioner() {}

  /// @throws IllegalArgumentException if there are fewer nodes than parts, or the graph is directed
  public static Partition partition(CsrGraph graph, int parts, long seed, Workspace work) {
    int nodeCount = graph.nodeCount();
    Require.atLeast("parts", parts, 1);
    Require.that(parts <= nodeCount, "%d parts are asked of %d nodes", parts, nodeCount);
    Require.that(graph.symmetric(), "a directed graph cannot be partitioned: symmetrise it first");
    Require.that(
        graph.arcCount() < Integer.MAX_VALUE - 8,
        "%d arcs are more than the %d a partition can hold",
        graph.arcCount(),
        Integer.MAX_VALUE - 8);
    WeightedGraph weighted = WeightedGraph.of(graph, work.workers());
    int[] part = parts == 1 ? new int[nodeCount] : divide(weighted, parts, seed, work.workers());
    int[] sizes = new int[parts];
    for (int p : part) {
      sizes[p]++;
    }
    return new Partition(part, parts, weighted.cut(part), sizes);
  }

  /// Most nodes a part may have.
  static long limit(long nodes, int parts) {
    return (long) (TOLERANCE * Math.ceilDiv(nodes, parts));
  }

  private static int[] divide(WeightedGraph graph, int parts, long seed, Workers workers) {
    long limit = limit(graph.nodeCount(), parts);
    long[] limits = new long[parts];
    Arrays.fill(limits, limit);
    int enough = (int) Math.min(Integer.MAX_VALUE, (long) COARSE_NODES_PER_PART * parts);
    int heaviest = (int) Math.max(1, HEAVIEST * graph.nodeCount() / enough);
    Hierarchy hierarchy = Hierarchy.of(graph, enough, heaviest, seed);
    int[] part =
        RecursiveBisection.of(
            hierarchy.coarsest(), parts, limit, StatelessHash.of(seed, 1), workers);
    improve(hierarchy.coarsest(), part, limits);
    for (int level = hierarchy.levels().size() - 1; level >= 0; level--) {
      part = hierarchy.levels().get(level).project(part);
      improve(hierarchy.graphs().get(level), part, limits);
    }
    return part;
  }

  private static void improve(WeightedGraph graph, int[] part, long[] limits) {
    Division division = new Division(graph, part, limits);
    Balance.restore(division);
    Refinement.refine(division, PASSES, Math.max(100, graph.nodeCount() / 100));
  }
}
