package io.atp.core.partition;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workers;
import java.util.Arrays;

/// A symmetric graph whose nodes and edges stand for several: one level of the hierarchy.
///
/// Arrays on the heap, unlike [CsrGraph]: a hierarchy has thousands of small graphs, each gone
/// before the next, and the collector is better at that than arenas are.
///
/// @param offsets first arc of every row, and one past the last
/// @param weights how many edges of the original graph an arc stands for
/// @param nodeWeights how many nodes of the original graph a node stands for
record WeightedGraph(int[] offsets, int[] targets, int[] weights, int[] nodeWeights) {

  static WeightedGraph of(CsrGraph graph, Workers workers) {
    int nodeCount = graph.nodeCount();
    int[] offsets = new int[nodeCount + 1];
    int[] targets = new int[(int) graph.arcCount()];
    int[] weights = new int[targets.length];
    int[] nodeWeights = new int[nodeCount];
    workers.forEachRange(
        nodeCount,
        1 << 13,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            offsets[node + 1] = (int) graph.offset(node + 1);
            for (int arc = (int) graph.offset(node); arc < offsets[node + 1]; arc++) {
              targets[arc] = graph.target(arc);
            }
          }
        });
    Arrays.fill(weights, 1);
    Arrays.fill(nodeWeights, 1);
    return new WeightedGraph(offsets, targets, weights, nodeWeights);
  }

  int nodeCount() {
    return nodeWeights.length;
  }

  int degree(int node) {
    return offsets[node + 1] - offsets[node];
  }

  long totalWeight() {
    long total = 0;
    for (int weight : nodeWeights) {
      total += weight;
    }
    return total;
  }

  /// Weight of the edges between different parts.
  long cut(int[] part) {
    long twice = 0;
    for (int node = 0; node < nodeCount(); node++) {
      for (int arc = offsets[node]; arc < offsets[node + 1]; arc++) {
        twice += part[targets[arc]] == part[node] ? 0 : weights[arc];
      }
    }
    return twice / 2;
  }

  /// The nodes of one side and the arcs between them.
  ///
  /// @param nodes the nodes with `side[node] == wanted`, increasing
  /// @param newIds written for those nodes and read for no others
  WeightedGraph side(int[] nodes, int[] side, int wanted, int[] newIds) {
    int arcs = 0;
    for (int i = 0; i < nodes.length; i++) {
      newIds[nodes[i]] = i;
      for (int arc = offsets[nodes[i]]; arc < offsets[nodes[i] + 1]; arc++) {
        arcs += side[targets[arc]] == wanted ? 1 : 0;
      }
    }
    int[] starts = new int[nodes.length + 1];
    int[] ends = new int[arcs];
    int[] kept = new int[arcs];
    int[] nodesKept = new int[nodes.length];
    for (int i = 0, at = 0; i < nodes.length; i++) {
      nodesKept[i] = nodeWeights[nodes[i]];
      for (int arc = offsets[nodes[i]]; arc < offsets[nodes[i] + 1]; arc++) {
        if (side[targets[arc]] == wanted) {
          ends[at] = newIds[targets[arc]];
          kept[at++] = weights[arc];
        }
      }
      starts[i + 1] = at;
    }
    return new WeightedGraph(starts, ends, kept, nodesKept);
  }

  /// Merges groups: weights of nodes and of parallel arcs are added, arcs inside a group vanish.
  ///
  /// @param groupOf the group of every node, in [0, groupCount)
  WeightedGraph merged(int[] groupOf, int groupCount) {
    int[] members = new int[groupOf.length];
    int[] ends = new int[groupCount + 1];
    for (int group : groupOf) {
      ends[group + 1]++;
    }
    for (int group = 0; group < groupCount; group++) {
      ends[group + 1] += ends[group];
    }
    int[] next = Arrays.copyOf(ends, groupCount);
    for (int node = 0; node < groupOf.length; node++) {
      members[next[groupOf[node]]++] = node;
    }
    int[] starts = new int[groupCount + 1];
    int[] heads = new int[targets.length];
    int[] sums = new int[targets.length];
    int[] groupWeights = new int[groupCount];
    int[] slots = next;
    Arrays.fill(slots, -1);
    int at = 0;
    for (int group = 0; group < groupCount; group++) {
      int start = at;
      for (int m = ends[group]; m < ends[group + 1]; m++) {
        int node = members[m];
        groupWeights[group] += nodeWeights[node];
        for (int arc = offsets[node]; arc < offsets[node + 1]; arc++) {
          int target = groupOf[targets[arc]];
          if (target == group) {
            continue;
          }
          if (slots[target] >= start) {
            sums[slots[target]] += weights[arc];
          } else {
            slots[target] = at;
            heads[at] = target;
            sums[at++] = weights[arc];
          }
        }
      }
      starts[group + 1] = at;
    }
    return new WeightedGraph(
        starts, Arrays.copyOf(heads, at), Arrays.copyOf(sums, at), groupWeights);
  }

  /// The same graph with rows in increasing order: every arc is put down in the row of its other
  /// end.
  WeightedGraph sorted() {
    int[] next = Arrays.copyOf(offsets, nodeCount());
    int[] heads = new int[targets.length];
    int[] sums = new int[targets.length];
    for (int node = 0; node < nodeCount(); node++) {
      for (int arc = offsets[node]; arc < offsets[node + 1]; arc++) {
        int slot = next[targets[arc]]++;
        heads[slot] = node;
        sums[slot] = weights[arc];
      }
    }
    return new WeightedGraph(offsets, heads, sums, nodeWeights);
  }
}
