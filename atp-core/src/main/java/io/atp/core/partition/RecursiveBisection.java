package io.atp.core.partition;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workers;

/// k parts by cutting in two, and each side again: the first partition of the smallest graph. Sides
/// know nothing of each other, so threads may share them.
///
/// The slack that balance leaves is shared among the cuts still to come: with limit L a part, a
/// side of k parts and weight W may be `(L·k / W)^(1 / ⌈log₂ k⌉)` times too heavy.
final class RecursiveBisection {
  private final int[] part;
  private final long limit;
  private final long seed;
  private final Workers workers;

  private RecursiveBisection(int[] part, long limit, long seed, Workers workers) {
    this.part = part;
    this.limit = limit;
    this.seed = seed;
    this.workers = workers;
  }

  /// @param limit most weight of a part; kept where nodes are light enough for it
  static int[] of(WeightedGraph graph, int parts, long limit, long seed, Workers workers) {
    int[] part = new int[graph.nodeCount()];
    int[] nodes = new int[part.length];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = i;
    }
    new RecursiveBisection(part, limit, seed, workers).divide(graph, nodes, 0, parts);
    return part;
  }

  /// @param names what the nodes of `graph` are called in the whole
  private void divide(WeightedGraph graph, int[] names, int first, int parts) {
    if (parts == 1 || names.length == 0) {
      for (int name : names) {
        part[name] = first;
      }
      return;
    }
    int[] counts = {parts / 2, parts - parts / 2};
    long total = graph.totalWeight();
    int cuts = 32 - Integer.numberOfLeadingZeros(parts - 1);
    double slack = Math.max(1, StrictMath.pow((double) limit * parts / total, 1.0 / cuts));
    long[] limits = new long[2];
    for (int s = 0; s < 2; s++) {
      long fair = Math.ceilDiv(total * counts[s], parts);
      limits[s] = Math.max(fair, (long) (slack * total * counts[s] / parts));
    }
    long target = total * counts[0] / parts;
    int[] side = Bisection.of(graph, target, limits, StatelessHash.of(seed, first, parts));
    int[] newIds = new int[side.length];
    workers.forEachChunk(
        2,
        s -> {
          int[] nodes = nodesOf(side, s);
          WeightedGraph inside = graph.side(nodes, side, s, newIds);
          int[] inner = new int[nodes.length];
          for (int i = 0; i < nodes.length; i++) {
            inner[i] = names[nodes[i]];
          }
          divide(inside, inner, first + s * counts[0], counts[s]);
        });
  }

  private static int[] nodesOf(int[] side, int wanted) {
    int count = 0;
    for (int s : side) {
      count += s == wanted ? 1 : 0;
    }
    int[] nodes = new int[count];
    for (int node = 0, at = 0; node < side.length; node++) {
      if (side[node] == wanted) {
        nodes[at++] = node;
      }
    }
    return nodes;
  }
}
