package io.atp.core.partition;

import java.util.Arrays;

/// Nodes by falling gain: a binary heap in which a node can be found and moved.
final class MoveQueue {
  private static final int ABSENT = -1;
  private static final int SHUT_OUT = -2;

  private final int[] place;
  private int[] heap = new int[64];
  private final int[] gains;
  private int size;

  MoveQueue(int nodeCount) {
    this.place = new int[nodeCount];
    this.gains = new int[nodeCount];
    Arrays.fill(place, ABSENT);
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean contains(int node) {
    return place[node] >= 0;
  }

  int topGain() {
    return gains[heap[0]];
  }

  /// Adds a node or moves it to where its new gain belongs.
  void put(int node, int gain) {
    if (place[node] == ABSENT) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      gains[node] = gain;
      up(size++, node);
    } else if (gain > gains[node]) {
      gains[node] = gain;
      up(place[node], node);
    } else if (gain < gains[node]) {
      gains[node] = gain;
      down(place[node], node);
    }
  }

  /// Adds `by` to the gain of a node that waits, and makes it at least `least`; a node that does
  /// not wait yet is added with `least`, unless it is shut out.
  void raise(int node, int by, int least) {
    if (place[node] >= 0) {
      put(node, Math.max(gains[node] + by, least));
    } else if (place[node] == ABSENT) {
      put(node, least);
    }
  }

  /// Keeps a node out until [#admit].
  void shutOut(int node) {
    place[node] = SHUT_OUT;
  }

  void admit(int node) {
    place[node] = ABSENT;
  }

  int pop() {
    int top = heap[0];
    place[top] = ABSENT;
    int last = heap[--size];
    if (size > 0) {
      down(0, last);
    }
    return top;
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      place[heap[i]] = ABSENT;
    }
    size = 0;
  }

  private void up(int at, int node) {
    while (at > 0) {
      int parent = (at - 1) >> 1;
      if (gains[heap[parent]] >= gains[node]) {
        break;
      }
      set(at, heap[parent]);
      at = parent;
    }
    set(at, node);
  }

  private void down(int at, int node) {
    for (int child; (child = 2 * at + 1) < size; at = child) {
      if (child + 1 < size && gains[heap[child + 1]] > gains[heap[child]]) {
        child++;
      }
      if (gains[heap[child]] <= gains[node]) {
        break;
      }
      set(at, heap[child]);
    }
    set(at, node);
  }

  private void set(int at, int node) {
    heap[at] = node;
    place[node] = at;
  }
}
