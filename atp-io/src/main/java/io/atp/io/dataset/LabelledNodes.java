package io.atp.io.dataset;

import io.atp.core.graph.ConnectedComponents;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.lang.System.Logger.Level;
import java.util.stream.IntStream;

/// The nodes a split may use.
///
/// @param nodes increasing, all labelled
record LabelledNodes(Labels labels, CsrGraph graph, int[] nodes) {
  private static final System.Logger LOG = System.getLogger(LabelledNodes.class.getName());

  static LabelledNodes of(Labels labels, CsrGraph graph) {
    int count = labels.values().length;
    Require.that(
        count == graph.nodeCount(),
        "labels have %d entries, graph has %d nodes",
        count,
        graph.nodeCount());
    return new LabelledNodes(
        labels, graph, IntStream.range(0, count).filter(labels::labelled).toArray());
  }

  LabelledNodes inLargestComponent() {
    // The result is the same for any number of threads; one needs no team.
    try (Workspace work = Workspace.open(1)) {
      int[] largest = ConnectedComponents.of(graph, work).largest();
      return new LabelledNodes(
          labels, graph, IntStream.of(largest).filter(labels::labelled).toArray());
    }
  }

  int[] classSizes() {
    int[] sizes = new int[labels.classCount()];
    for (int node : nodes) {
      sizes[labels.values()[node]]++;
    }
    return sizes;
  }

  /// A split less the nodes that have no label.
  Split only(Split split) {
    return new Split(
        only("train", split.train()),
        only("validation", split.validation()),
        only("test", split.test()));
  }

  private int[] only(String name, int[] part) {
    int count = labels.values().length;
    for (int node : part) {
      if (node >= count) {
        throw new IllegalArgumentException(
            "the %s part lists node %d, with %d nodes".formatted(name, node, count));
      }
    }
    int[] kept = IntStream.of(part).filter(labels::labelled).toArray();
    if (kept.length < part.length) {
      LOG.log(
          Level.WARNING,
          "{0} of the {1} nodes of the {2} part have no label and are left out",
          part.length - kept.length,
          part.length,
          name);
    }
    return kept;
  }
}
