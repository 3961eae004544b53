package io.atp.core.push;

import java.util.Arrays;

/// A bit per node: joining costs one write, and members are met by increasing id.
final class NodeSet {
  private final long[] words;

  NodeSet(int nodeCount) {
    words = new long[Math.ceilDiv(nodeCount, Long.SIZE)];
  }

  void add(int node) {
    words[node >>> 6] |= 1L << node;
  }

  /// The first member from `node` on, or −1 if there is none.
  int next(int node) {
    int at = node >>> 6;
    if (at >= words.length) {
      return -1;
    }
    long word = words[at] & -1L << node;
    while (word == 0) {
      if (++at == words.length) {
        return -1;
      }
      word = words[at];
    }
    return (at << 6) + Long.numberOfTrailingZeros(word);
  }

  void clear() {
    Arrays.fill(words, 0);
  }
}
