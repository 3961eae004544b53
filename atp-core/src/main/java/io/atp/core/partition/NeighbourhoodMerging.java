package io.atp.core.partition;

import io.atp.core.runtime.Workers;
import java.util.Arrays;
import java.util.PriorityQueue;

/// One level of variation neighbourhoods: whole neighbourhoods become one node, the set that
/// changes the smooth vectors least first.
///
/// Candidates are every node with its neighbours. A candidate some of whose nodes are taken already
/// comes back with what is left of it and a cost of its own.
final class NeighbourhoodMerging {
  private static final int RANGE = 1 << 8;

  private final WeightedGraph graph;
  private final double[] degrees;
  private final SmoothBasis basis;
  private final boolean[] taken;

  private NeighbourhoodMerging(WeightedGraph graph, SmoothBasis basis) {
    this.graph = graph;
    this.degrees = SmoothBasis.degrees(graph);
    this.basis = basis;
    this.taken = new boolean[graph.nodeCount()];
  }

  /// @param size nodes of the neighbourhood that were free when the cost was computed
  private record Candidate(double cost, int centre, int size) implements Comparable<Candidate> {
    @Override
    public int compareTo(Candidate other) {
      int byCost = Double.compare(cost, other.cost);
      return byCost != 0 ? byCost : Integer.compare(centre, other.centre);
    }
  }

  /// The group of every node, numbered by their smallest nodes.
  ///
  /// @param fewer how many nodes there should be less; at most so many are
  static int[] groups(WeightedGraph graph, SmoothBasis basis, int fewer, Workers workers) {
    return new NeighbourhoodMerging(graph, basis).merge(fewer, workers);
  }

  private int[] merge(int fewer, Workers workers) {
    PriorityQueue<Candidate> queue = new PriorityQueue<>(Arrays.asList(candidates(workers)));
    LocalVariation variation = new LocalVariation(graph, degrees, basis);
    int[] first = new int[graph.nodeCount()];
    Arrays.setAll(first, node -> node);
    int[] set = new int[graph.nodeCount()];
    for (int left = fewer; left > 0 && !queue.isEmpty(); ) {
      Candidate candidate = queue.poll();
      int size = free(candidate.centre(), set);
      if (size < candidate.size()) {
        if (size > 1) {
          queue.add(new Candidate(variation.of(set, size), candidate.centre(), size));
        }
      } else if (size > 1 && size - 1 <= left) {
        int smallest = Integer.MAX_VALUE;
        for (int p = 0; p < size; p++) {
          smallest = Math.min(smallest, set[p]);
        }
        for (int p = 0; p < size; p++) {
          taken[set[p]] = true;
          first[set[p]] = smallest;
        }
        left -= size - 1;
      }
    }
    return numbered(first);
  }

  private Candidate[] candidates(Workers workers) {
    Candidate[] candidates = new Candidate[graph.nodeCount()];
    workers.forEachRange(
        candidates.length,
        Math.max(RANGE, candidates.length >> 5),
        (from, to) -> {
          LocalVariation variation = new LocalVariation(graph, degrees, basis);
          int[] set = {};
          for (int centre = from; centre < to; centre++) {
            int size = graph.degree(centre) + 1;
            set = set.length < size ? new int[2 * size] : set;
            free(centre, set);
            double cost = size > 1 ? variation.of(set, size) : 0;
            candidates[centre] = new Candidate(cost, centre, size);
          }
        });
    return candidates;
  }

  /// Writes the free nodes of a neighbourhood, its centre first, and returns their number.
  private int free(int centre, int[] set) {
    int size = 0;
    if (!taken[centre]) {
      set[size++] = centre;
    }
    for (int arc = graph.offsets()[centre]; arc < graph.offsets()[centre + 1]; arc++) {
      if (!taken[graph.targets()[arc]]) {
        set[size++] = graph.targets()[arc];
      }
    }
    return size;
  }

  private static int[] numbered(int[] first) {
    int[] numbers = new int[first.length];
    int next = 0;
    for (int node = 0; node < first.length; node++) {
      numbers[node] = first[node] == node ? next++ : numbers[first[node]];
    }
    return numbers;
  }
}
