package io.atp.io.dataset;

import io.atp.core.runtime.Require;

/// Any number of classes per node: class c of node i is bit c mod 64 of word i · ⌈classes / 64⌉ + c
/// div 64.
public record MultiLabels(int nodeCount, int classCount, long[] words) {
  public MultiLabels {
    Require.atLeast("nodeCount", nodeCount, 0);
    Require.atLeast("classCount", classCount, 0);
    Require.that(
        words.length == words(nodeCount, classCount),
        "%d nodes with %d classes take %d words, got %d",
        nodeCount,
        classCount,
        words(nodeCount, classCount),
        words.length);
  }

  /// No node has any class yet; [#set] gives them.
  public static MultiLabels none(int nodeCount, int classCount) {
    long words = words(nodeCount, classCount);
    Require.that(
        words <= Integer.MAX_VALUE - 8,
        "%d nodes with %d classes do not fit one array",
        nodeCount,
        classCount);
    return new MultiLabels(nodeCount, classCount, new long[(int) words]);
  }

  private static long words(int nodeCount, int classCount) {
    return (long) nodeCount * wordsPerNode(classCount);
  }

  private static int wordsPerNode(int classCount) {
    return Math.ceilDiv(classCount, Long.SIZE);
  }

  public boolean has(int node, int label) {
    return (words[word(node, label)] >>> label & 1) != 0;
  }

  public void set(int node, int label) {
    words[word(node, label)] |= 1L << label;
  }

  private int word(int node, int label) {
    return node * wordsPerNode(classCount) + (label >>> 6);
  }

  /// How many classes a node has.
  public int count(int node) {
    int count = 0;
    for (int at = word(node, 0), end = at + wordsPerNode(classCount); at < end; at++) {
      count += Long.bitCount(words[at]);
    }
    return count;
  }
}
