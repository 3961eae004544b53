package io.atp.io.generate;

import io.atp.core.runtime.Workers;

/// Which class each node has, and the nodes listed class by class.
///
/// The class of a node is its shuffled rank modulo the number of classes: sizes differ by at most
/// one, and neighbouring ids have nothing in common.
final class ClassLayout {
  private final int[] classOf;
  private final int[] starts;
  private final int[] nodes;

  ClassLayout(GeneratorConfig config, Workers workers) {
    int nodeCount = config.nodeCount();
    int classCount = config.classCount();
    classOf = new int[nodeCount];
    Shuffle shuffle = new Shuffle(nodeCount, config.seed(), Purpose.CLASS);
    workers.forEachRange(
        nodeCount,
        1 << 14,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            classOf[node] = shuffle.of(node) % classCount;
          }
        });
    starts = new int[classCount + 1];
    for (int klass : classOf) {
      starts[klass + 1]++;
    }
    for (int klass = 0; klass < classCount; klass++) {
      starts[klass + 1] += starts[klass];
    }
    nodes = new int[nodeCount];
    int[] next = starts.clone();
    for (int node = 0; node < nodeCount; node++) {
      nodes[next[classOf[node]]++] = node;
    }
  }

  int classCount() {
    return starts.length - 1;
  }

  int classOf(int node) {
    return classOf[node];
  }

  /// Handed out as it is, to become the labels.
  int[] classes() {
    return classOf;
  }

  int start(int klass) {
    return starts[klass];
  }

  int end(int klass) {
    return starts[klass + 1];
  }

  /// Nodes of one class stand together, in id order.
  int node(int slot) {
    return nodes[slot];
  }
}
