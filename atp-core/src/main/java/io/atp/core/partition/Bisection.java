package io.atp.core.partition;

import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;

/// Two sides of given weights with few edges between them, by a hierarchy of its own.
///
/// The smallest graph is cut by growing one side from a random node, always by the node that adds
/// least to the cut, several times; the best is refined on every level on the way back.
final class Bisection {
  private static final int COARSEST = 80;
  private static final int TRIES = 8;
  private static final int PASSES = 8;
  private static final int PATIENCE = 60;

  /// The heaviest node, as a multiple of the mean weight in the smallest graph.
  private static final double HEAVIEST = 1.5;

  private final long seed;
  private final long target;
  private final long[] limits;

  /// @param target weight of the first side
  private Bisection(long target, long[] limits, long seed) {
    this.seed = seed;
    this.target = target;
    this.limits = limits;
  }

  /// 0 or 1 for every node.
  static int[] of(WeightedGraph graph, long target, long[] limits, long seed) {
    return new Bisection(target, limits, seed).bisect(graph);
  }

  private int[] bisect(WeightedGraph graph) {
    int heaviest = (int) Math.max(1, HEAVIEST * graph.totalWeight() / COARSEST);
    Hierarchy hierarchy = Hierarchy.of(graph, COARSEST, heaviest, seed);
    int[] side = grow(hierarchy.coarsest());
    for (int level = hierarchy.levels().size() - 1; level >= 0; level--) {
      side = hierarchy.levels().get(level).project(side);
      improve(new Division(hierarchy.graphs().get(level), side, limits));
    }
    return side;
  }

  private static void improve(Division division) {
    Balance.restore(division);
    Refinement.refine(division, PASSES, PATIENCE);
  }

  private int[] grow(WeightedGraph graph) {
    int[] best = null;
    long bestExcess = Long.MAX_VALUE;
    long bestCut = Long.MAX_VALUE;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      int[] side = new int[graph.nodeCount()];
      Division division = grow(graph, side, StatelessHash.of(seed, attempt));
      improve(division);
      long excess = division.excess();
      if (excess < bestExcess || excess == bestExcess && division.cut() < bestCut) {
        best = side;
        bestExcess = excess;
        bestCut = division.cut();
      }
    }
    return best;
  }

  /// Side 0 grows inside side 1.
  private Division grow(WeightedGraph graph, int[] side, long attempt) {
    Arrays.fill(side, 1);
    Division division = new Division(graph, side, limits);
    MoveQueue frontier = new MoveQueue(graph.nodeCount());
    for (int start : Shuffle.of(graph.nodeCount(), attempt, 0)) {
      if (side[start] == 0) {
        continue;
      }
      frontier.put(start, 0);
      while (!frontier.isEmpty()) {
        int node = frontier.pop();
        int weight = graph.nodeWeights()[node];
        if (division.weight(0) + weight / 2 >= target && division.weight(0) > 0) {
          return division;
        }
        division.move(node, 0);
        for (int arc = graph.offsets()[node]; arc < graph.offsets()[node + 1]; arc++) {
          int other = graph.targets()[arc];
          if (side[other] == 1) {
            frontier.put(other, division.tie(other, 0) - division.tie(other, 1));
          }
        }
      }
    }
    return division;
  }
}
