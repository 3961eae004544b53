package io.atp.learn.sample;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.StatelessHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A few neighbours of each target, a few of each of those, and so on: what a batch needs of the
/// graph, layer by layer.
///
/// A node with more neighbours than the fan-out gets a uniform choice without replacement, each
/// node its own; one with fewer gets all, once. The code of GraphSAGE draws from a table of 128
/// neighbours per node, with replacement where there are fewer, and gives all nodes of a batch the
/// same columns of that table.
public final class NeighbourSampler {
  private final CsrGraph graph;
  private final FanOuts fanOuts;

  public NeighbourSampler(CsrGraph graph, FanOuts fanOuts) {
    this.graph = graph;
    this.fanOuts = fanOuts;
  }

  /// The layers in the order a network runs them: the last one ends in the targets.
  ///
  /// @param targets each once
  public List<NeighbourBlock> draw(int[] targets, long seed) {
    List<NeighbourBlock> blocks = new ArrayList<>();
    int[] wanted = targets;
    for (int hop = 0; hop < fanOuts.layers(); hop++) {
      NeighbourBlock block = block(wanted, fanOuts.of(hop), StatelessHash.of(seed, hop));
      blocks.addFirst(block);
      wanted = block.sources();
    }
    return blocks;
  }

  private NeighbourBlock block(int[] targets, int fanOut, long seed) {
    LocalIds ids = LocalIds.of(targets, graph.nodeCount());
    int[] offsets = new int[targets.length + 1];
    int[] columns = new int[4 * targets.length];
    for (int i = 0; i < targets.length; i++) {
      long[] arcs = choose(targets[i], fanOut, seed);
      int end = Math.addExact(offsets[i], arcs.length);
      if (end > columns.length) {
        columns = Arrays.copyOf(columns, Math.max(end, 2 * columns.length));
      }
      for (int k = 0; k < arcs.length; k++) {
        columns[offsets[i] + k] = ids.add(graph.target(arcs[k]));
      }
      offsets[i + 1] = end;
    }
    return new NeighbourBlock(
        ids.nodes(), targets.length, offsets, Arrays.copyOf(columns, offsets[targets.length]));
  }

  /// Places of the arcs chosen, in order. Floyd's way: one draw for each that is kept, whatever the
  /// degree.
  private long[] choose(int node, int fanOut, long seed) {
    int degree = graph.degree(node);
    long first = graph.offset(node);
    long[] arcs = new long[Math.min(degree, fanOut)];
    if (degree <= fanOut) {
      Arrays.setAll(arcs, k -> first + k);
      return arcs;
    }
    LocalIds chosen = new LocalIds(fanOut);
    for (int k = 0; k < fanOut; k++) {
      int bound = degree - fanOut + k;
      int drawn = StatelessHash.below(StatelessHash.of(seed, node, k), bound + 1);
      arcs[k] = first + (chosen.of(drawn) < 0 ? drawn : bound);
      chosen.add((int) (arcs[k] - first));
    }
    Arrays.sort(arcs);
    return arcs;
  }
}
