package io.atp.core.correct;

import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.KeptGraph;
import io.atp.core.graph.NodeSet;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.util.Optional;

/// High-bias propagation correction: choose the high-bias nodes Ṽ, hide a share M of their edges.
///
/// Every decision is a hash of the seed and the ids it is about, so the same edges go on one
/// thread, on many and on a cluster; and the edges that go at some M go at every larger M as well.
/// Self-loops are not stored and therefore never masked. In a directed graph a node's degree is the
/// length of its row.
///
/// Cost: two passes over the arcs for a given M and up to four more for a derived one. Memory
/// beside the result: a few words a node, a bit an arc, and 4 bytes an arc when edges are ranked by
/// features. In a workspace with a checkpoint the corrected graph is kept.
public final class HighBiasCorrection {
  private static final String KEPT = "corrected";

  private HighBiasCorrection() {}

  /// Masks at random. The result lives in `work`, unless nothing went: then it is `graph` itself.
  ///
  /// @throws IllegalArgumentException if the settings need features, a symmetric graph, or more
  ///   edges than the chosen nodes have
  public static CorrectedGraph apply(CsrGraph graph, CorrectionConfig config, Workspace work) {
    Require.that(
        config.order() == MaskOrder.RANDOM,
        "order %s compares the features of %d nodes, and no features were given",
        config.order(),
        graph.nodeCount());
    return correct(graph, Optional.empty(), config, work);
  }

  /// Masks in either order; `features` has one row per node.
  public static CorrectedGraph apply(
      CsrGraph graph, Features features, CorrectionConfig config, Workspace work) {
    Require.that(
        features.rows() == graph.nodeCount(),
        "features have %d rows, graph has %d nodes",
        features.rows(),
        graph.nodeCount());
    return correct(graph, Optional.of(features), config, work);
  }

  private static CorrectedGraph correct(
      CsrGraph graph, Optional<Features> features, CorrectionConfig config, Workspace work) {
    Require.that(
        graph.symmetric() || config.by() == MaskBy.ROWS,
        "whole edges can be masked in a symmetric graph only, and this one of %d arcs is directed",
        graph.arcCount());
    Optional<KeptGraph> kept = KeptGraph.find(KEPT, work);
    if (kept.isPresent()) {
      return new CorrectedGraph(kept.get().graph(), CorrectionAccount.of(kept.get().told()));
    }
    try (Workspace scratch = work.scratch()) {
      HighBiasNodes nodes = HighBiasNodes.choose(graph, config.choice(), config.seed(), scratch);
      NodeSet chosen = nodes.chosen();
      EdgeScores scores =
          switch (config.order()) {
            case RANDOM -> new RandomScores(config.seed());
            case LEAST_ALIKE_FIRST ->
                AlikenessScores.of(graph, features.orElseThrow(), chosen, config.seed(), scratch);
          };
      EdgeMask mask = new EdgeMask(graph, chosen, scores, config.by());
      double maskedShare =
          switch (config.budget()) {
            case MaskBudget.MaskedShare given -> given.share();
            case MaskBudget.RemovedShare wanted -> BudgetSearch.maskedShare(mask, wanted, scratch);
          };
      CsrGraph corrected = mask.apply(maskedShare, work);
      CorrectionAccount account = account(mask, nodes.converged(), maskedShare, corrected, work);
      if (corrected != graph) {
        KeptGraph.keep(KEPT, corrected, work, account.told());
      }
      return new CorrectedGraph(corrected, account);
    }
  }

  private static CorrectionAccount account(
      EdgeMask mask, boolean converged, double maskedShare, CsrGraph corrected, Workspace work) {
    CsrGraph graph = mask.graph();
    double isolated =
        work.workers()
            .sum(graph.nodeCount(), (from, to) -> newlyIsolated(graph, corrected, from, to));
    return new CorrectionAccount(
        mask.chosen().size(),
        maskedShare,
        graph.arcCount(),
        graph.arcCount() - corrected.arcCount(),
        graph.maxDegree(work.workers()),
        corrected.maxDegree(work.workers()),
        (int) isolated,
        converged);
  }

  /// Rows that were not empty and are: by [MaskBy#ROWS] others may still list such a node.
  private static int newlyIsolated(CsrGraph before, CsrGraph after, int from, int to) {
    int isolated = 0;
    for (int node = from; node < to; node++) {
      isolated += before.degree(node) > 0 && after.degree(node) == 0 ? 1 : 0;
    }
    return isolated;
  }
}
