package io.atp.core.graph;

import io.atp.core.runtime.Workers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;

/// Some of the nodes 0 … n−1, a bit each: small enough that a look at any node seldom leaves the
/// processor's cache.
public final class NodeSet {
  /// A multiple of 64, so that no two ranges share a word.
  private static final int RANGE = 1 << 14;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final int nodeCount;
  private final long[] words;

  private NodeSet(int nodeCount, long[] words) {
    this.nodeCount = nodeCount;
    this.words = words;
  }

  public static NodeSet none(int nodeCount) {
    return new NodeSet(nodeCount, new long[words(nodeCount)]);
  }

  public static NodeSet where(int nodeCount, IntPredicate test, Workers workers) {
    NodeSet set = none(nodeCount);
    workers.forEachRange(
        nodeCount,
        RANGE,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            if (test.test(node)) {
              set.add(node);
            }
          }
        });
    return set;
  }

  public static long bytes(int nodeCount) {
    return (long) words(nodeCount) * Long.BYTES;
  }

  private static int words(int nodeCount) {
    return Math.ceilDiv(nodeCount, Long.SIZE);
  }

  public NodeSet copy() {
    return new NodeSet(nodeCount, words.clone());
  }

  public int nodeCount() {
    return nodeCount;
  }

  /// How many are in it.
  public int size() {
    int size = 0;
    for (long word : words) {
      size += Long.bitCount(word);
    }
    return size;
  }

  public boolean contains(int node) {
    return bit(node) != 0;
  }

  /// 1 if a node is in it, else 0: for loops that must not branch.
  public long bit(int node) {
    return words[node >>> 6] >>> node & 1;
  }

  /// For one thread at a time.
  public void add(int node) {
    words[node >>> 6] |= 1L << node;
  }

  /// While other threads add as well.
  public void addShared(int node) {
    if (!contains(node)) {
      WORD.getAndBitwiseOr(words, node >>> 6, 1L << node);
    }
  }

  /// Those in `[from, to)`, as runs of neighbouring ones.
  public void forEachRun(int from, int to, Workers.RangeBody body) {
    for (int first = next(from, to, 0); first < to; ) {
      int end = next(first, to, -1L);
      body.run(first, end);
      first = next(end, to, 0);
    }
  }

  /// The first node from `from` on whose bit is not that of `flip`; `to` where there is none
  /// before.
  private int next(int from, int to, long flip) {
    if (from >= to) {
      return to;
    }
    int at = from >>> 6;
    long word = (words[at] ^ flip) & -1L << from;
    while (word == 0) {
      if (++at >= words(to)) {
        return to;
      }
      word = words[at] ^ flip;
    }
    return Math.min(to, (at << 6) + Long.numberOfTrailingZeros(word));
  }
}
