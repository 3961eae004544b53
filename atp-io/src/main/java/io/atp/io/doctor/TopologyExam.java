package io.atp.io.doctor;

import static io.atp.io.doctor.Finding.text;

import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.ConnectedComponents;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Directions, repeats, loops, and nodes that hang on nothing.
final class TopologyExam {
  /// Nodes outside the largest component that are worth a word: one in a hundred.
  private static final double WORTH_SAYING = 0.01;

  private TopologyExam() {}

  static void examine(GraphData data, Workspace work, List<Finding> findings) {
    account(data.account(), findings);
    CsrGraph graph = data.graph();
    if (!graph.symmetric()) {
      findings.add(
          Finding.of(
              Severity.WARNING,
              "directed",
              text("the %,d arcs have directions", graph.arcCount()),
              "the node-wise operator is defined for undirected graphs: on this one a node hears"
                  + " only those it points to, and methods that need symmetry refuse it"));
    }
    components(data, ConnectedComponents.of(graph, work), findings);
  }

  private static void account(BuildAccount account, List<Finding> findings) {
    if (account.reversesAdded() > 0) {
      findings.add(
          Finding.of(
              Severity.NOTE,
              "directed-input",
              text(
                  "%,d of %,d arcs came in one direction only and were given their reverse",
                  account.reversesAdded(), account.arcsRead()),
              "the graph is treated as undirected; who points to whom is lost",
              Remedy.KEEP_CLEANED));
    }
    if (account.duplicatesRemoved() > 0) {
      findings.add(
          Finding.of(
              Severity.NOTE,
              "duplicate-edges",
              text(
                  "%,d of %,d arcs were repeats and were merged",
                  account.duplicatesRemoved(), account.arcsRead()),
              "an edge counted twice would weigh twice in every degree and every sum",
              Remedy.KEEP_CLEANED));
    }
    if (account.selfLoopsRemoved() > 0) {
      findings.add(
          Finding.of(
              Severity.NOTE,
              "self-loops",
              text("self-loops removed: %,d", account.selfLoopsRemoved()),
              "the operator adds one loop to every node itself; one from the file would make two",
              Remedy.KEEP_CLEANED));
    }
  }

  private static void components(
      GraphData data, ConnectedComponents components, List<Finding> findings) {
    // A split that came with the data is not to be replaced for the sake of a few nodes.
    Optional<Remedy> remedy =
        data.labels().isPresent() && data.splits().isEmpty()
            ? Optional.of(Remedy.LARGEST_COMPONENT)
            : Optional.empty();
    int isolated = (int) Arrays.stream(components.sizes()).filter(size -> size == 1).count();
    int nodes = data.graph().nodeCount();
    if (isolated > 0) {
      findings.add(
          new Finding(
              isolated >= WORTH_SAYING * nodes ? Severity.WARNING : Severity.NOTE,
              "isolated-nodes",
              text(
                  "%,d of %,d nodes (%.1f %%) have no neighbour",
                  isolated, nodes, 100.0 * isolated / nodes),
              "propagation leaves them their own features, so they are classified by those alone",
              remedy));
    }
    int largest = Arrays.stream(components.sizes()).max().orElse(0);
    int apart = nodes - largest - isolated;
    if (apart > 0) {
      findings.add(
          new Finding(
              apart >= WORTH_SAYING * nodes ? Severity.WARNING : Severity.NOTE,
              "components",
              text(
                  "the graph falls into %,d components; the largest holds %,d of %,d nodes (%.1f"
                      + " %%), and %,d nodes hang together in smaller ones",
                  components.count(), largest, nodes, 100.0 * largest / nodes, apart),
              "no label reaches a component without a training node; the papers on the Amazon and"
                  + " Coauthor graphs keep the largest one only",
              remedy));
    }
  }
}
