package io.atp.io.dataset;

import java.util.stream.IntStream;

/// The names the user knows nodes by, so that every output can give them back.
public sealed interface NodeIds {
  int count();

  /// The user's name of node `node`.
  String name(int node);

  /// The names of some nodes, which are then numbered 0, 1, … in the order given.
  ///
  /// @param nodes increasing
  NodeIds select(int[] nodes);

  /// The source already counts from 0 without gaps.
  record Same(int count) implements NodeIds {
    @Override
    public String name(int node) {
      return Integer.toString(node);
    }

    @Override
    public NodeIds select(int[] nodes) {
      return new Numbers(IntStream.of(nodes).asLongStream().toArray());
    }
  }

  /// The source uses whole numbers with gaps; `values` increases, so node order is id order.
  record Numbers(long[] values) implements NodeIds {
    public Numbers {
      for (int i = 1; i < values.length; i++) {
        if (values[i] <= values[i - 1]) {
          throw new IllegalArgumentException(
              "node id %d follows %d; ids must increase".formatted(values[i], values[i - 1]));
        }
      }
    }

    @Override
    public int count() {
      return values.length;
    }

    @Override
    public String name(int node) {
      return Long.toString(values[node]);
    }

    @Override
    public NodeIds select(int[] nodes) {
      return new Numbers(IntStream.of(nodes).mapToLong(node -> values[node]).toArray());
    }
  }
}
