package io.atp.core.correct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.graph.NodeSet;
import io.atp.core.runtime.Workspace;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HighBiasNodesTest {
  @Test
  void theTopShareIsRoundedAndTiesGoToTheLowerId() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      assertThat(chosen(g5, new NodeChoice.TopAndSampled(.2, 0), work)).containsExactly(2);
      assertThat(chosen(g5, new NodeChoice.TopAndSampled(.4, 0), work)).containsExactly(0, 2);
      assertThat(chosen(g5, new NodeChoice.TopAndSampled(.59, 0), work)).containsExactly(0, 1, 2);
      assertThat(chosen(g5, new NodeChoice.TopAndSampled(.09, 0), work)).isEmpty();
      assertThat(chosen(g5, new NodeChoice.TopAndSampled(1, 0), work)).hasSize(5);
      assertThat(chosen(g5, new NodeChoice.TopAndSampled(0, 1), work)).hasSize(5);
    }
  }

  @Test
  void theOthersJoinWithTheSampledShare() {
    try (Workspace work = Workspace.open(2)) {
      int n = 20_000;
      CsrGraph graph = NamedGraphs.skewed(work, n, 30_000, 5);
      int[] top = chosen(graph, new NodeChoice.TopAndSampled(.1, 0), work);
      int[] both = chosen(graph, new NodeChoice.TopAndSampled(.1, .25), work);
      assertThat(top).hasSize(n / 10);
      assertThat(both).contains(top);
      assertThat((both.length - top.length) / (.9 * n)).isCloseTo(.25, within(.015));
    }
  }

  @Test
  void aDegreeThresholdIsInclusive() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      assertThat(chosen(g5, new NodeChoice.DegreeAtLeast(2), work)).containsExactly(0, 1, 2, 3);
      assertThat(chosen(g5, new NodeChoice.DegreeAtLeast(4), work)).isEmpty();
    }
  }

  /// One step on G5: d̂ ≥ 15 · 0.7934² / ε² = 9.44 / ε², with d̂ = (3, 3, 4, 3, 2).
  @Test
  void theBoundChoosesTheNodesThatHaveMixed() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      assertThat(chosen(g5, new NodeChoice.SmoothingBound(1, 1), work)).isEmpty();
      assertThat(chosen(g5, new NodeChoice.SmoothingBound(1.6, 1), work)).containsExactly(2);
      assertThat(chosen(g5, new NodeChoice.SmoothingBound(1.8, 1), work))
          .containsExactly(0, 1, 2, 3);
      // Two steps: 15 · 0.7934⁴ = 5.94.
      assertThat(chosen(g5, new NodeChoice.SmoothingBound(1.3, 2), work)).containsExactly(2);
    }
  }

  /// As a whole the graph has λ₂ = 1 and nobody would ever mix.
  @Test
  void theBoundIsTakenComponentByComponent() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph =
          NamedGraphs.edges(
              work, 10, 0, 1, 0, 2, 1, 2, 2, 3, 3, 4, 5, 6, 5, 7, 5, 8, 6, 7, 6, 8, 7, 8);
      // A clique has mixed after one step; node 9 stands alone.
      assertThat(chosen(graph, new NodeChoice.SmoothingBound(1.6, 1), work))
          .containsExactly(2, 5, 6, 7, 8);
    }
  }

  @Test
  void theBoundRefusesADirectedGraph() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.directed(work, 2, 0, 1).graph();
      assertThatThrownBy(() -> chosen(graph, new NodeChoice.SmoothingBound(1, 1), work))
          .hasMessage(
              "the smoothing bound holds for symmetric graphs, and this one of 1 arcs is directed");
    }
  }

  private static int[] chosen(CsrGraph graph, NodeChoice choice, Workspace work) {
    NodeSet set = HighBiasNodes.choose(graph, choice, 0, work).chosen();
    return IntStream.range(0, set.nodeCount()).filter(set::contains).toArray();
  }
}
