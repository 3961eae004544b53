package io.atp.core.correct;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.correct.ChosenNodes.Why;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChosenNodesTest {
  private static ChosenNodes of(CsrGraph graph, NodeChoice choice, Workspace work) {
    var config =
        new CorrectionConfig(
            choice, new MaskBudget.MaskedShare(0.5), MaskBy.EDGES, MaskOrder.RANDOM, 3);
    return ChosenNodes.of(graph, config, work);
  }

  private static long count(ChosenNodes nodes, int nodeCount, Why why) {
    return IntStream.range(0, nodeCount).filter(node -> nodes.why(node) == why).count();
  }

  @Test
  void eachChosenNodeIsChosenForOneReason() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 200, 600, 4);
      ChosenNodes nodes = of(graph, new NodeChoice.TopAndSampled(0.1, 0.3), work);
      assertThat(count(nodes, 200, Why.TOP_DEGREE)).isEqualTo(20);
      assertThat(count(nodes, 200, Why.SAMPLED)).isBetween(30L, 80L);
      int least =
          IntStream.range(0, 200)
              .filter(node -> nodes.why(node) == Why.TOP_DEGREE)
              .map(graph::degree)
              .min()
              .orElseThrow();
      assertThat(IntStream.range(0, 200).filter(node -> nodes.why(node) != Why.TOP_DEGREE))
          .allMatch(node -> graph.degree(node) <= least);
    }
  }

  @Test
  void otherRulesGiveTheirName() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 200, 600, 4);
      ChosenNodes byDegree = of(graph, new NodeChoice.DegreeAtLeast(10), work);
      ChosenNodes byBound = of(graph, new NodeChoice.SmoothingBound(0.5, 40), work);
      for (int node = 0; node < 200; node++) {
        assertThat(byDegree.why(node))
            .isEqualTo(graph.degree(node) >= 10 ? Why.DEGREE : Why.NOT_CHOSEN);
        assertThat(byBound.why(node)).isIn(Why.SMOOTHING_BOUND, Why.NOT_CHOSEN);
      }
      assertThat(count(byBound, 200, Why.SMOOTHING_BOUND)).isPositive();
    }
  }
}
