package io.atp.learn.model.input;

import io.atp.core.graph.CsrGraph;
import io.atp.learn.tensor.sparse.OperatorPair;
import io.atp.learn.tensor.sparse.SparsePair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/// The last layers of a deep network, each with no more rows than those after it read: layer L
/// answers for the nodes asked about, layer L − 1 for them and their neighbours, and so on until
/// that is nearly the whole graph.
///
/// @param layers the last layer first; empty where nothing is spared
public record LastLayers(List<Layer> layers) {
  /// Every layer, whatever is asked, has all rows.
  public static final LastLayers NONE = new LastLayers(List.of());

  /// Every layer has a copy of its rows of the operator, which is worth it where many are left out.
  private static final double MOST_NODES = 0.9;

  /// Bounds the memory of the copies.
  private static final int MOST_LAYERS = 8;

  /// @param nodes the rows of the layer's result, increasing
  /// @param operator from the rows of the layer before to these
  public record Layer(int[] nodes, SparsePair operator) {}

  /// @param graph whom each node listens to
  /// @param operator on that graph
  /// @param count L
  static LastLayers of(CsrGraph graph, OperatorPair operator, int[] asked, int count) {
    List<int[]> rows = rows(graph, asked, most(count));
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int[] before =
          i + 1 < rows.size()
              ? rows.get(i + 1)
              : IntStream.range(0, graph.nodeCount()).toArray(); // it has all rows
      layers.add(new Layer(rows.get(i), operator.block(rows.get(i), before)));
    }
    return new LastLayers(layers);
  }

  /// Nodes asked about, then those and whom they listen to, and so on.
  private static List<int[]> rows(CsrGraph graph, int[] asked, int most) {
    List<int[]> rows = new ArrayList<>();
    var heard = new BitSet(graph.nodeCount());
    for (int node : asked) {
      heard.set(node);
    }
    while (rows.size() < most && heard.cardinality() < MOST_NODES * graph.nodeCount()) {
      int[] nodes = heard.stream().toArray();
      rows.add(nodes);
      for (int node : nodes) {
        for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
          heard.set(graph.target(arc));
        }
      }
    }
    return rows;
  }

  /// How many layers of a network are narrow at most.
  public static int most(int count) {
    return Math.min(count, MOST_LAYERS);
  }

  public boolean isEmpty() {
    return layers.isEmpty();
  }

  /// Rows of the last layer's result that belong to nodes, which must be among those asked about.
  public int[] places(int[] nodes) {
    if (isEmpty()) {
      return nodes;
    }
    int[] last = layers.getFirst().nodes();
    int[] places = new int[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      places[i] = Arrays.binarySearch(last, nodes[i]);
      if (places[i] < 0) {
        throw new IllegalArgumentException(
            "node %d is not among the %d asked about".formatted(nodes[i], last.length));
      }
    }
    return places;
  }
}
