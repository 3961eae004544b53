package io.atp.learn.predict;

import io.atp.core.correct.ChosenNodes;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.learn.plan.BuiltOperator;
import io.atp.learn.predict.Explanation.MaskedEdge;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Which edges of a node the correction hid, and why, in words.
final class MaskReasons {
  private final CorrectionConfig config;
  private final CsrGraph graph;
  private final double maskedShare;
  private final ChosenNodes chosen;

  private MaskReasons(
      CorrectionConfig config, CsrGraph graph, double maskedShare, ChosenNodes chosen) {
    this.config = config;
    this.graph = graph;
    this.maskedShare = maskedShare;
    this.chosen = chosen;
  }

  /// @param graph before the correction
  static List<MaskedEdge> of(
      CorrectionConfig config, CsrGraph graph, BuiltOperator built, int node, Workspace work) {
    var reasons =
        new MaskReasons(
            config,
            graph,
            built.account().orElseThrow().maskedShare(),
            ChosenNodes.of(graph, config, work));
    CsrGraph after = built.operator().graph();
    List<MaskedEdge> edges = new ArrayList<>();
    for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
      int other = graph.target(arc);
      if (!after.hasArc(node, other)) {
        edges.add(new MaskedEdge(other, reasons.reason(node, other)));
      }
    }
    return edges;
  }

  /// By rows a node loses what it listens to itself; by edges either end may have lost it.
  private String reason(int node, int other) {
    boolean own = chosen.why(node) != ChosenNodes.Why.NOT_CHOSEN;
    boolean others = config.by() == MaskBy.EDGES && chosen.why(other) != ChosenNodes.Why.NOT_CHOSEN;
    List<String> ends = new ArrayList<>();
    if (own) {
      ends.add("this node " + why(node));
    }
    if (others) {
      ends.add("the neighbour " + why(other));
    }
    return String.format(
        Locale.ROOT,
        "%s; of such nodes' edges %.0f %% go, %s",
        String.join(", and ", ends),
        100 * maskedShare,
        config.order() == MaskOrder.RANDOM ? "drawn by lot" : "those least alike first");
  }

  private String why(int node) {
    int degree = graph.degree(node);
    return switch (chosen.why(node)) {
      case TOP_DEGREE ->
          String.format(
              Locale.ROOT,
              "with %d edges is one of the %.1f %% with most",
              degree,
              100 * ((NodeChoice.TopAndSampled) config.choice()).highDegreeShare());
      case SAMPLED ->
          String.format(
              Locale.ROOT,
              "with %d edges was drawn among the rest, of which %.1f %% are",
              degree,
              100 * ((NodeChoice.TopAndSampled) config.choice()).sampledShare());
      case DEGREE ->
          "with %d edges has at least %d"
              .formatted(degree, ((NodeChoice.DegreeAtLeast) config.choice()).degree());
      case SMOOTHING_BOUND -> {
        var bound = (NodeChoice.SmoothingBound) config.choice();
        yield "with %d edges is within %s of the steady state after %d hops"
            .formatted(degree, bound.epsilon(), bound.steps());
      }
      case NOT_CHOSEN -> throw new IllegalStateException("node %d was not chosen".formatted(node));
    };
  }
}
