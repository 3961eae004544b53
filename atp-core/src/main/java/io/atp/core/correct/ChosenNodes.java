package io.atp.core.correct;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NodeSet;
import io.atp.core.runtime.Workspace;

/// Why nodes are in Ṽ, for people who ask about one.
public final class ChosenNodes {
  private final NodeChoice choice;
  private final NodeSet chosen;
  private final NodeSet top;

  /// What brought a node into Ṽ.
  public enum Why {
    NOT_CHOSEN,
    /// One of the share θ of largest degree.
    TOP_DEGREE,
    /// Drawn among the others.
    SAMPLED,
    /// Its degree is the one asked for, or larger.
    DEGREE,
    /// Its walk is near the steady state after the steps asked for.
    SMOOTHING_BOUND
  }

  private ChosenNodes(NodeChoice choice, NodeSet chosen, NodeSet top) {
    this.choice = choice;
    this.chosen = chosen;
    this.top = top;
  }

  /// The same nodes as [HighBiasCorrection] chooses.
  public static ChosenNodes of(CsrGraph graph, CorrectionConfig config, Workspace work) {
    NodeChoice choice = config.choice();
    NodeChoice alone =
        choice instanceof NodeChoice.TopAndSampled(double share, var _)
            ? new NodeChoice.TopAndSampled(share, 0)
            : choice;
    return new ChosenNodes(
        choice,
        HighBiasNodes.choose(graph, choice, config.seed(), work).chosen(),
        HighBiasNodes.choose(graph, alone, config.seed(), work).chosen());
  }

  public Why why(int node) {
    if (!chosen.contains(node)) {
      return Why.NOT_CHOSEN;
    }
    return switch (choice) {
      case NodeChoice.TopAndSampled _ -> top.contains(node) ? Why.TOP_DEGREE : Why.SAMPLED;
      case NodeChoice.DegreeAtLeast _ -> Why.DEGREE;
      case NodeChoice.SmoothingBound _ -> Why.SMOOTHING_BOUND;
    };
  }
}
