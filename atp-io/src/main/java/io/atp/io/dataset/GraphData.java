package io.atp.io.dataset;

import io.atp.core.feature.Features;
import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Require;
import java.util.List;
import java.util.Optional;

/// A graph as people have it: topology, and whatever else came with it.
///
/// Most sources have the parts of the short constructor; the rarer ones are added by the methods
/// `with…`, each of which gives a new value.
///
/// @param name what to call it: the file or folder name, or the data set's own
/// @param format which reader understood it
/// @param graph symmetric and simple, unless the source is a native store of a directed graph
/// @param account what the reader merged, dropped and added
/// @param labels one class per node, of which there is at most one
/// @param multiLabels any number of classes per node, where the source gives those instead
/// @param splits all that the source stores, in its order
/// @param times when each node came to be (a year, a day), in the source's own unit
/// @param inductive training sees the training nodes and the edges among them only
/// @param ids the names the source used for nodes 0 … n−1
public record GraphData(
    String name,
    String format,
    CsrGraph graph,
    BuildAccount account,
    Optional<Features> features,
    Optional<Labels> labels,
    Optional<MultiLabels> multiLabels,
    List<Split> splits,
    Optional<int[]> times,
    boolean inductive,
    NodeIds ids) {
  public GraphData {
    splits = List.copyOf(splits);
    int nodes = graph.nodeCount();
    features.ifPresent(x -> requireNodes("features", x.rows(), "rows", nodes));
    labels.ifPresent(y -> requireNodes("labels", y.values().length, "entries", nodes));
    multiLabels.ifPresent(y -> requireNodes("labels", y.nodeCount(), "rows", nodes));
    Require.that(
        labels.isEmpty() || multiLabels.isEmpty(), "nodes have one class each or many, not both");
    times.ifPresent(t -> requireNodes("times", t.length, "entries", nodes));
    for (Split split : splits) {
      split.requireNodes(nodes);
    }
    Require.that(ids.count() == nodes, "%d node ids were given for %d nodes", ids.count(), nodes);
  }

  private static void requireNodes(String what, int given, String unit, int nodes) {
    Require.that(given == nodes, "%s have %d %s, graph has %d nodes", what, given, unit, nodes);
  }

  /// The parts most sources have.
  public GraphData(
      String name,
      String format,
      CsrGraph graph,
      BuildAccount account,
      Optional<Features> features,
      Optional<Labels> labels,
      Optional<Split> split,
      NodeIds ids) {
    this(
        name,
        format,
        graph,
        account,
        features,
        labels,
        Optional.empty(),
        split.stream().toList(),
        Optional.empty(),
        false,
        ids);
  }

  /// The first split, or the only one.
  public Optional<Split> split() {
    return splits.stream().findFirst();
  }

  public GraphData named(String given) {
    return new GraphData(
        given,
        format,
        graph,
        account,
        features,
        labels,
        multiLabels,
        splits,
        times,
        inductive,
        ids);
  }

  /// Another topology over the same nodes.
  public GraphData withGraph(CsrGraph other) {
    return new GraphData(
        name, format, other, account, features, labels, multiLabels, splits, times, inductive, ids);
  }

  /// Without what only learning needs.
  public GraphData unlabelled() {
    return new GraphData(
            name, format, graph, account, features, Optional.empty(), Optional.empty(), ids)
        .withInductive(inductive);
  }

  public GraphData withMultiLabels(MultiLabels given) {
    return new GraphData(
        name,
        format,
        graph,
        account,
        features,
        labels,
        Optional.of(given),
        splits,
        times,
        inductive,
        ids);
  }

  public GraphData withSplits(List<Split> given) {
    return new GraphData(
        name, format, graph, account, features, labels, multiLabels, given, times, inductive, ids);
  }

  public GraphData withTimes(int[] given) {
    return new GraphData(
        name,
        format,
        graph,
        account,
        features,
        labels,
        multiLabels,
        splits,
        Optional.of(given),
        inductive,
        ids);
  }

  public GraphData withInductive(boolean given) {
    return new GraphData(
        name, format, graph, account, features, labels, multiLabels, splits, times, given, ids);
  }
}
