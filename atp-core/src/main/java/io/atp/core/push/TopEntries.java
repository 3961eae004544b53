package io.atp.core.push;

import java.util.Arrays;

/// The `keep` best of the entries that were offered: highest rank first, equal ranks by lower node
/// id, so the choice does not depend on the order of offers.
///
/// A heap with the worst on top: an entry that does not make it costs one comparison.
final class TopEntries {
  private final int keep;
  private int size;
  private int[] nodes = new int[16];
  private double[] ranks = new double[16];
  private double[] weights = new double[16];
  private long[] order = new long[16];

  TopEntries(int keep) {
    this.keep = keep;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void offer(int node, double rank, double weight) {
    if (size < keep) {
      grow();
      size++;
      rise(size - 1, node, rank, weight);
    } else if (worse(ranks[0], nodes[0], rank, node)) {
      sink(node, rank, weight);
    }
  }

  /// Writes the entries by increasing node id.
  void copyTo(int[] columns, float[] values, int at) {
    for (int i = 0; i < size; i++) {
      order[i] = (long) nodes[i] << 32 | i;
    }
    Arrays.sort(order, 0, size);
    for (int i = 0; i < size; i++) {
      columns[at + i] = (int) (order[i] >>> 32);
      values[at + i] = (float) weights[(int) order[i]];
    }
  }

  private static boolean worse(double rank, int node, double otherRank, int otherNode) {
    return rank < otherRank || rank == otherRank && node > otherNode;
  }

  private void rise(int from, int node, double rank, double weight) {
    int at = from;
    while (at > 0) {
      int parent = at - 1 >>> 1;
      if (!worse(rank, node, ranks[parent], nodes[parent])) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    put(at, node, rank, weight);
  }

  private void sink(int node, double rank, double weight) {
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size
          && worse(ranks[child + 1], nodes[child + 1], ranks[child], nodes[child])) {
        child++;
      }
      if (!worse(ranks[child], nodes[child], rank, node)) {
        break;
      }
      move(child, at);
      at = child;
    }
    put(at, node, rank, weight);
  }

  private void move(int from, int to) {
    put(to, nodes[from], ranks[from], weights[from]);
  }

  private void put(int at, int node, double rank, double weight) {
    nodes[at] = node;
    ranks[at] = rank;
    weights[at] = weight;
  }

  private void grow() {
    if (size == nodes.length) {
      int length = 2 * size;
      nodes = Arrays.copyOf(nodes, length);
      ranks = Arrays.copyOf(ranks, length);
      weights = Arrays.copyOf(weights, length);
      order = Arrays.copyOf(order, length);
    }
  }
}
