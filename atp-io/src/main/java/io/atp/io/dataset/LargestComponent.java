package io.atp.io.dataset;

import io.atp.core.feature.FeatureRows;
import io.atp.core.graph.ConnectedComponents;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.InducedSubgraph;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.stream.IntStream;

/// A data set without the nodes that hang on nothing or on each other only: the largest connected
/// component with its features, labels, split and the users' ids.
///
/// Nodes are renumbered in their old order. The account stays that of the whole file, because it
/// says what the reader did.
public final class LargestComponent {
  private LargestComponent() {}

  /// The data itself where the graph is connected. Of components equal in size, the one with the
  /// smallest node.
  public static GraphData of(GraphData data, Workspace work) {
    CsrGraph whole = data.graph();
    int[] nodes = ConnectedComponents.of(whole, work).largest();
    if (nodes.length == whole.nodeCount()) {
      return data;
    }
    return new GraphData(
        data.name(),
        data.format(),
        InducedSubgraph.of(whole, nodes, work).graph(),
        data.account(),
        data.features().map(x -> FeatureRows.select(x, nodes, work)),
        data.labels().map(y -> labels(y, nodes)),
        data.multiLabels().map(y -> y.select(nodes)),
        data.splits().stream().map(split -> split(split, nodes)).toList(),
        data.times().map(times -> IntStream.of(nodes).map(node -> times[node]).toArray()),
        data.inductive(),
        data.ids().select(nodes));
  }

  /// The classes keep their numbers, also one that has no node left.
  private static Labels labels(Labels labels, int[] nodes) {
    int[] values = IntStream.of(nodes).map(node -> labels.values()[node]).toArray();
    return new Labels(labels.classCount(), values, labels.classNames());
  }

  private static Split split(Split split, int[] nodes) {
    return new Split(
        part(split.train(), nodes), part(split.validation(), nodes), part(split.test(), nodes));
  }

  private static int[] part(int[] part, int[] nodes) {
    return IntStream.of(part)
        .map(node -> Arrays.binarySearch(nodes, node))
        .filter(place -> place >= 0)
        .toArray();
  }
}
