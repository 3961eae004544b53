package io.atp.learn.sample;

import java.util.Arrays;

/// Numbers nodes in the order they come: in a hash table of as many places as there are nodes,
/// about, however large the graph is, or in a table of the whole graph where they are a good part
/// of it.
public final class LocalIds {
  private static final int FREE = -1;

  /// One node in so many is a good part.
  private static final int GOOD_PART = 16;

  /// By slot, the node it is taken by; nothing where every node has its own.
  private int[] keys;

  /// By slot, the number of its node.
  private int[] places;

  private int[] order;
  private int size;

  /// For nodes of a graph of any size.
  public LocalIds(int expected) {
    order = new int[Math.max(4, expected)];
    keys = free(Integer.highestOneBit(order.length) << 2);
    places = free(keys.length);
  }

  /// @param nodeCount of the graph
  public LocalIds(int expected, int nodeCount) {
    order = new int[Math.max(4, expected)];
    boolean goodPart = (long) expected * GOOD_PART >= nodeCount;
    keys = goodPart ? null : free(Integer.highestOneBit(order.length) << 2);
    places = free(goodPart ? nodeCount : keys.length);
  }

  private static int[] free(int slots) {
    int[] table = new int[slots];
    Arrays.fill(table, FREE);
    return table;
  }

  /// The nodes given, which must all differ.
  public static LocalIds of(int[] nodes, int nodeCount) {
    LocalIds ids = new LocalIds(nodes.length, nodeCount);
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
    int known = places[slot];
    if (known != FREE) {
      return known;
    }
    if (size == order.length) {
      grow();
      slot = slot(node);
    }
    enter(slot, node, size);
    order[size] = node;
    return size++;
  }

  /// The number of a node, or −1 where it has none.
  public int of(int node) {
    return places[slot(node)];
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

  /// The node's own, or the free one that it would take.
  private int slot(int node) {
    if (keys == null) {
      return node;
    }
    int mask = keys.length - 1;
    int slot = (node * 0x9E3779B9 >>> 7) & mask;
    while (keys[slot] != FREE && keys[slot] != node) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void enter(int slot, int node, int number) {
    if (keys != null) {
      keys[slot] = node;
    }
    places[slot] = number;
  }

  private void grow() {
    order = Arrays.copyOf(order, 2 * order.length);
    if (keys == null) {
      return;
    }
    keys = free(2 * keys.length);
    places = free(keys.length);
    for (int number = 0; number < size; number++) {
      enter(slot(order[number]), order[number], number);
    }
  }
}
