package io.atp.io.dataset;

/// The names the user knows nodes by, so that every output can give them back.
public sealed interface NodeIds {
  int count();

  /// The user's name of node `node`.
  String name(int node);

  /// The source already counts from 0 without gaps.
  record Same(int count) implements NodeIds {
    @Override
    public String name(int node) {
      return Integer.toString(node);
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
  }
}
