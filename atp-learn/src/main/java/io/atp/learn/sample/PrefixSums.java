package io.atp.learn.sample;

/// Whole numbers that change, and whose sums from the left are asked for: a binary indexed tree.
final class PrefixSums {
  private final long[] tree;
  private long total;

  PrefixSums(int size) {
    tree = new long[size + 1];
  }

  void add(int place, long amount) {
    total += amount;
    for (int at = place + 1; at < tree.length; at += at & -at) {
      tree[at] += amount;
    }
  }

  long total() {
    return total;
  }

  /// The first place at which the sum exceeds `below`, which lies under the total.
  int place(long below) {
    int at = 0;
    long left = below;
    for (int step = Integer.highestOneBit(tree.length - 1); step > 0; step >>= 1) {
      if (at + step < tree.length && tree[at + step] <= left) {
        at += step;
        left -= tree[at];
      }
    }
    return at;
  }
}
