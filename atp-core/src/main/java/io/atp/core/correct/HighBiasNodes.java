package io.atp.core.correct;

import io.atp.core.graph.ConnectedComponents;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.DegreeOrder;
import io.atp.core.graph.NodeSet;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.util.function.IntPredicate;

/// Ṽ, the nodes that lose edges.
///
/// @param converged whether the eigenvalues behind the choice did, where it rests on any
record HighBiasNodes(NodeSet chosen, boolean converged) {
  static HighBiasNodes choose(CsrGraph graph, NodeChoice choice, long seed, Workspace scratch) {
    return switch (choice) {
      case NodeChoice.TopAndSampled(double top, double sampled) ->
          new HighBiasNodes(topAndSampled(graph, top, sampled, seed, scratch), true);
      case NodeChoice.DegreeAtLeast(int degree) ->
          new HighBiasNodes(where(graph, node -> graph.degree(node) >= degree, scratch), true);
      case NodeChoice.SmoothingBound bound -> withinBound(graph, bound, scratch);
    };
  }

  /// The `round(θ · n)` nodes of the largest degree; of the others those whose hash falls under s.
  private static NodeSet topAndSampled(
      CsrGraph graph, double top, double sampled, long seed, Workspace scratch) {
    MaskDraws draws = new MaskDraws(seed, MaskBy.ROWS); // which arcs go plays no part here
    NodeSet chosen = where(graph, node -> draws.sampled(node, sampled), scratch);
    long topCount = Math.round(top * graph.nodeCount());
    int[] order = topCount > 0 ? DegreeOrder.of(graph, scratch) : new int[0];
    for (int rank = 0; rank < topCount; rank++) {
      chosen.add(order[rank]);
    }
    return chosen;
  }

  /// `d̂_i ≥ (2m + n) · λ₂^{2k} / ε²`, with m, n and λ₂ of the node's own component. A single node
  /// has no edge to lose and is never chosen.
  private static HighBiasNodes withinBound(
      CsrGraph graph, NodeChoice.SmoothingBound bound, Workspace scratch) {
    Require.that(
        graph.symmetric(),
        "the smoothing bound holds for symmetric graphs, and this one of %d arcs is directed",
        graph.arcCount());
    ConnectedComponents components = ConnectedComponents.of(graph, scratch);
    int[] component = components.component();
    SecondEigenvalue.Found second = SecondEigenvalue.perComponent(graph, components, scratch);
    long[] volume = new long[components.count()]; // 2m + n = Σ d̂
    for (int node = 0; node < component.length; node++) {
      volume[component[node]] += graph.selfLoopedDegree(node);
    }
    double[] leastDegree = new double[components.count()];
    for (int i = 0; i < leastDegree.length; i++) {
      double ratio = StrictMath.pow(second.values()[i], bound.steps()) / bound.epsilon();
      leastDegree[i] =
          components.sizes()[i] == 1 ? Double.POSITIVE_INFINITY : volume[i] * ratio * ratio;
    }
    return new HighBiasNodes(
        where(graph, node -> graph.selfLoopedDegree(node) >= leastDegree[component[node]], scratch),
        second.converged());
  }

  private static NodeSet where(CsrGraph graph, IntPredicate test, Workspace scratch) {
    return NodeSet.where(graph.nodeCount(), test, scratch.workers());
  }
}
