package io.atp.io.dataset;

import io.atp.core.feature.Features;
import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import java.util.Optional;

/// A graph as people have it: topology, and whatever else came with it.
///
/// @param name what to call it: the file or folder name, or the data set's own
/// @param format which reader understood it
/// @param graph symmetric and simple, unless the source is a native store of a directed graph
/// @param account what the reader merged, dropped and added
/// @param ids the names the source used for nodes 0 … n−1
public record GraphData(
    String name,
    String format,
    CsrGraph graph,
    BuildAccount account,
    Optional<Features> features,
    Optional<Labels> labels,
    Optional<Split> split,
    NodeIds ids) {
  public GraphData {
    int nodes = graph.nodeCount();
    features.ifPresent(
        x ->
            Require.that(
                x.rows() == nodes, "features have %d rows, graph has %d nodes", x.rows(), nodes));
    labels.ifPresent(
        y ->
            Require.that(
                y.values().length == nodes,
                "labels have %d entries, graph has %d nodes",
                y.values().length,
                nodes));
    Require.that(ids.count() == nodes, "%d node ids were given for %d nodes", ids.count(), nodes);
  }
}
