package io.atp.io.generate;

/// Which place each node has: nodes are shuffled, the class of place p is p mod c, and the lower
/// the place, the heavier the node.
///
/// Nothing is stored. Class sizes differ by at most one, every class has its share of hubs, and
/// neighbouring ids have nothing in common.
final class ClassLayout {
  private final int nodeCount;
  private final int classCount;
  private final Shuffle places;

  ClassLayout(int nodeCount, int classCount, long seed) {
    this.nodeCount = nodeCount;
    this.classCount = classCount;
    this.places = new Shuffle(nodeCount, seed, Purpose.PLACE);
  }

  int nodeCount() {
    return nodeCount;
  }

  int classCount() {
    return classCount;
  }

  int classOf(int node) {
    return place(node) % classCount;
  }

  int place(int node) {
    return places.of(node);
  }

  int node(int place) {
    return places.inverse(place);
  }

  /// Places → nodes, the first `size` of them.
  void nodes(long[] places, int size) {
    this.places.inverse(places, size);
  }

  int members(int klass) {
    return (nodeCount - 1 - klass) / classCount + 1;
  }
}
