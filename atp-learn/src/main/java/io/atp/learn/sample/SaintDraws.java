package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.StatelessHash;
import java.util.Arrays;
import java.util.stream.IntStream;

/// The nodes of one subgraph after another, each a function of its seed.
public final class SaintDraws {
  private final CsrGraph graph;
  private final int[] trainNodes;
  private final SaintSampler sampler;
  private final int[] joined;

  /// @param trainNodes where walks start
  public SaintDraws(CsrGraph graph, int[] trainNodes, SaintSampler sampler) {
    this.graph = graph;
    this.trainNodes = trainNodes;
    this.sampler = sampler;
    this.joined =
        sampler instanceof SaintSampler.Edge
            ? IntStream.range(0, graph.nodeCount()).filter(v -> graph.degree(v) > 0).toArray()
            : new int[0];
  }

  /// By increasing id. A graph without arcs gives training nodes, whatever the sampler.
  public int[] nodes(long seed) {
    LocalIds visited = new LocalIds((int) Math.min(1 << 16, sampler.nodeBudget()));
    switch (sampler) {
      case SaintSampler.Node(int budget) -> {
        for (int i = 0; i < budget; i++) {
          visited.add(byDegree(StatelessHash.of(seed, i)));
        }
      }
      case SaintSampler.Edge(int budget) -> {
        for (int i = 0; i < budget; i++) {
          edge(StatelessHash.of(seed, i), visited);
        }
      }
      case SaintSampler.Walk(int roots, int depth) -> {
        for (int i = 0; i < roots; i++) {
          walk(StatelessHash.of(seed, i), depth, visited);
        }
      }
      case SaintSampler.Frontier(int budget, int frontier) ->
          frontier(seed, budget, frontier, visited);
    }
    int[] nodes = visited.nodes();
    Arrays.sort(nodes);
    return nodes;
  }

  private int trainNode(long hash) {
    return trainNodes[StatelessHash.below(hash, trainNodes.length)];
  }

  /// The far end of any arc.
  private int byDegree(long hash) {
    return graph.arcCount() == 0
        ? trainNode(hash)
        : graph.target(Math.unsignedMultiplyHigh(hash, graph.arcCount()));
  }

  private int neighbour(int node, long hash) {
    return graph.target(graph.offset(node) + StatelessHash.below(hash, graph.degree(node)));
  }

  /// A node of those that have neighbours, and one of them: `P(u, v) = (1/d_u + 1/d_v) / count`,
  /// without a table of edges.
  private void edge(long hash, LocalIds visited) {
    if (joined.length == 0) {
      visited.add(trainNode(hash));
      return;
    }
    int node = joined[StatelessHash.below(hash, joined.length)];
    visited.add(node);
    visited.add(neighbour(node, StatelessHash.of(hash, 1)));
  }

  private void walk(long seed, int depth, LocalIds visited) {
    int node = trainNode(seed);
    visited.add(node);
    for (int step = 1; step <= depth && graph.degree(node) > 0; step++) {
      node = neighbour(node, StatelessHash.of(seed, step));
      visited.add(node);
    }
  }

  private void frontier(long seed, int budget, int size, LocalIds visited) {
    int[] frontier = new int[size];
    PrefixSums degrees = new PrefixSums(size);
    for (int i = 0; i < size; i++) {
      frontier[i] = trainNode(StatelessHash.of(seed, i));
      degrees.add(i, graph.degree(frontier[i]));
      visited.add(frontier[i]);
    }
    for (int i = size; i < budget && degrees.total() > 0; i++) {
      long hash = StatelessHash.of(seed, i);
      int place = degrees.place(Math.unsignedMultiplyHigh(hash, degrees.total()));
      int next = neighbour(frontier[place], StatelessHash.of(hash, 1));
      degrees.add(place, graph.degree(next) - graph.degree(frontier[place]));
      frontier[place] = next;
      visited.add(next);
    }
  }
}
