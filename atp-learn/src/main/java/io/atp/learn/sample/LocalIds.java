package io.atp.learn.sample;

import java.util.Arrays;

/// Numbers nodes in the order they come: a hash table of as many places as there are nodes, about,
/// however large the graph is.
public final class LocalIds {
  private static final int FREE = -1;

  private int[] keys;
  private int[] places;
  private int[] order;
  private int size;

  public LocalIds(int expected) {
    int capacity = Integer.highestOneBit(Math.max(4, expected)) << 2;
    keys = new int[capacity];
    places = new int[capacity];
    order = new int[Math.max(4, expected)];
    Arrays.fill(keys, FREE);
  }

  /// The nodes given, which must all differ.
  public static LocalIds of(int[] nodes) {
    LocalIds ids = new LocalIds(nodes.length);
    for (int i = 0; i < nodes.length; i++) {
      if (ids.add(nodes[i]) != i) {
        throw new IllegalArgumentException(
            "node %d is listed twice among %d nodes".formatted(nodes[i], nodes.length));
      }
    }
    return ids;
  }

  /// The number of a node, a new one where it has none.
  public int add(int node) {
    int slot = slot(node);
    if (keys[slot] == node) {
      return places[slot];
    }
    if (size == order.length) {
      grow();
      slot = slot(node);
    }
    keys[slot] = node;
    places[slot] = size;
    order[size] = node;
    return size++;
  }

  /// The number of a node, or −1 where it has none.
  public int of(int node) {
    int slot = slot(node);
    return keys[slot] == node ? places[slot] : -1;
  }

  public int size() {
    return size;
  }

  /// The node with a number.
  public int node(int number) {
    return order[number];
  }

  /// All nodes by number.
  public int[] nodes() {
    return Arrays.copyOf(order, size);
  }

  private int slot(int node) {
    int mask = keys.length - 1;
    int slot = (node * 0x9E3779B9 >>> 7) & mask;
    while (keys[slot] != FREE && keys[slot] != node) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    order = Arrays.copyOf(order, 2 * order.length);
    keys = new int[2 * keys.length];
    places = new int[keys.length];
    Arrays.fill(keys, FREE);
    for (int i = 0; i < size; i++) {
      int slot = slot(order[i]);
      keys[slot] = order[i];
      places[slot] = i;
    }
  }
}
