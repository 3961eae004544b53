package io.atp.core.push;

import java.util.Arrays;

/// Numbers the nodes that a push meets 0, 1, 2, … in the order it meets them.
///
/// An open hash table, so a push from one node costs memory for the nodes it reaches (16 to 32
/// bytes each) and nothing for the rest of the graph, however large. Numbers do not depend on the
/// size of the table.
final class TouchedNodes {
  private static final int GOLDEN = 0x9E3779B9;

  private int[] table = new int[1 << 10]; // slot + 1, 0 where empty
  private int shift = 22;
  private int[] nodes = new int[1 << 9];
  private int[] places = new int[1 << 9]; // where in the table a slot stands
  private int count;

  int count() {
    return count;
  }

  int node(int slot) {
    return nodes[slot];
  }

  /// The number of a node; a new one is [#count] as it was before the call.
  int slot(int node) {
    int place = place(node);
    int known = table[place];
    if (known != 0) {
      return known - 1;
    }
    if (count == nodes.length) {
      grow();
      place = place(node);
    }
    nodes[count] = node;
    places[count] = place;
    table[place] = count + 1;
    return count++;
  }

  /// The number of a node, or −1 if it was not met.
  int find(int node) {
    return table[place(node)] - 1;
  }

  void clear() {
    for (int slot = 0; slot < count; slot++) {
      table[places[slot]] = 0;
    }
    count = 0;
  }

  /// Where the node stands, or the empty place where it would. At most half the table is filled.
  private int place(int node) {
    int place = node * GOLDEN >>> shift;
    while (table[place] != 0 && nodes[table[place] - 1] != node) {
      place = place + 1 & table.length - 1;
    }
    return place;
  }

  private void grow() {
    table = new int[table.length << 1];
    shift--;
    nodes = Arrays.copyOf(nodes, nodes.length << 1);
    places = Arrays.copyOf(places, nodes.length);
    for (int slot = 0; slot < count; slot++) {
      places[slot] = place(nodes[slot]);
      table[places[slot]] = slot + 1;
    }
  }
}
