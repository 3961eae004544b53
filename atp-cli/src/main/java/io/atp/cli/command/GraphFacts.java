package io.atp.cli.command;

import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.ConnectedComponents;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.io.dataset.Split;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What `atp info` says about a graph.
///
/// @param homophily share of the edges between labelled nodes that join two of one class, where
///   there is such an edge
record GraphFacts(
    GraphData data,
    int isolated,
    int components,
    int maxDegree,
    double meanDegree,
    Optional<Double> homophily) {

  static GraphFacts of(GraphData data, Workspace work) {
    CsrGraph graph = data.graph();
    double isolated =
        work.workers()
            .sum(
                graph.nodeCount(),
                (from, to) -> {
                  int without = 0;
                  for (int node = from; node < to; node++) {
                    without += graph.degree(node) == 0 ? 1 : 0;
                  }
                  return without;
                });
    return new GraphFacts(
        data,
        (int) isolated,
        ConnectedComponents.of(graph, work).count(),
        graph.maxDegree(work.workers()),
        (double) graph.arcCount() / graph.nodeCount(),
        data.labels().flatMap(labels -> homophily(graph, labels, work)));
  }

  /// Counts are whole and far below 2⁵³, so sums of doubles are exact.
  private static Optional<Double> homophily(CsrGraph graph, Labels labels, Workspace work) {
    double judged = arcsBetween(graph, labels, false, work);
    double alike = arcsBetween(graph, labels, true, work);
    return judged == 0 ? Optional.empty() : Optional.of(alike / judged);
  }

  private static double arcsBetween(
      CsrGraph graph, Labels labels, boolean sameOnly, Workspace work) {
    int[] classes = labels.values();
    return work.workers()
        .sum(
            graph.nodeCount(),
            (from, to) -> {
              long count = 0;
              for (int node = from; node < to; node++) {
                if (!labels.labelled(node)) {
                  continue;
                }
                for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
                  int other = classes[graph.target(arc)];
                  boolean counts = sameOnly ? other == classes[node] : other != Labels.UNLABELLED;
                  count += counts ? 1 : 0;
                }
              }
              return count;
            });
  }

  /// The keys of the JSON object, in the order people read them.
  Map<String, Object> toMap() {
    CsrGraph graph = data.graph();
    BuildAccount account = data.account();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", data.name());
    map.put("format", data.format());
    map.put("nodes", graph.nodeCount());
    map.put("edges", graph.edgeCount());
    map.put("arcs", graph.arcCount());
    map.put("symmetric", graph.symmetric());
    map.put("features", data.features().map(x -> x.width()).orElse(0));
    map.put(
        "classes",
        data.labels()
            .map(Labels::classCount)
            .or(() -> data.multiLabels().map(MultiLabels::classCount))
            .orElse(0));
    map.put("train", data.split().map(Split::train).map(part -> part.length).orElse(0));
    map.put("validation", data.split().map(Split::validation).map(part -> part.length).orElse(0));
    map.put("test", data.split().map(Split::test).map(part -> part.length).orElse(0));
    map.put("isolated", isolated);
    map.put("components", components);
    map.put("maxDegree", maxDegree);
    map.put("meanDegree", meanDegree);
    map.put("homophily", homophily.orElse(null));
    map.put("duplicatesRemoved", account.duplicatesRemoved());
    map.put("selfLoopsRemoved", account.selfLoopsRemoved());
    map.put("symmetrised", account.reversesAdded() > 0);
    map.put("reversesAdded", account.reversesAdded());
    return map;
  }
}
