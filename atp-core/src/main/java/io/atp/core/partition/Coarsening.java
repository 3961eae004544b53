package io.atp.core.partition;

import io.atp.core.graph.CsrGraph;

/// A smaller graph whose nodes stand for groups of nodes.
///
/// The coarsening matrix C has one row a super-node and one entry a node: `C[superOf[i]][i] =
/// entries[i]`, where each merging of c nodes contributes 1/√c. Its rows have length 1, so that
/// features of the small graph are `C · X`.
///
/// @param superOf the super-node of every node, numbered by their smallest nodes
/// @param entries the node's entry in C
/// @param graph the super-nodes, joined where some of their members are
/// @param arcWeights how many edges each arc of `graph` stands for
/// @param converged whether the smooth vectors that guided it were found to their tolerance
public record Coarsening(
    int[] superOf, double[] entries, CsrGraph graph, int[] arcWeights, boolean converged) {
  public int superCount() {
    return graph.nodeCount();
  }
}
