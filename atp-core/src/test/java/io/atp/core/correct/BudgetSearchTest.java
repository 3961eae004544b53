package io.atp.core.correct;

import static io.atp.core.graph.GraphAssert.assertGraph;
import static io.atp.core.graph.GraphAssert.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetSearchTest {
  @ParameterizedTest
  @CsvSource({"EDGES, .15", "EDGES, .4", "ROWS, .15", "ROWS, .001"})
  void theShareAskedForIsTheShareThatGoes(MaskBy by, double share) {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 40_000, 200_000, 1);
      CorrectedGraph corrected = HighBiasCorrection.apply(graph, removing(share, by), work);
      long goal = Math.round(share * graph.arcCount());
      assertThat(Math.abs(corrected.account().arcsRemoved() - goal)).isLessThanOrEqualTo(1);
      // The M of the account, given, hides the very same edges.
      CorrectionConfig replay =
          Masks.random(removing(share, by).choice(), corrected.account().maskedShare(), by, 7);
      assertSame(HighBiasCorrection.apply(graph, replay, work).graph(), corrected.graph());
    }
  }

  @ParameterizedTest
  @CsvSource({"EDGES, .15", "ROWS, .15", "EDGES, .5"})
  void aMillionEdgesLoseTheirShareWithinOnePercent(MaskBy by, double share) {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 100_000, 1_030_000, 1);
      assertThat(graph.edgeCount()).isGreaterThan(1_000_000);
      CorrectedGraph corrected = HighBiasCorrection.apply(graph, removing(share, by), work);
      assertThat(corrected.account().removedShare()).isBetween(.99 * share, 1.01 * share);
      graph.check(work.workers());
      corrected.graph().check(work.workers());
    }
  }

  @Test
  void moreThanTheChosenNodesHaveIsRefused() {
    try (Workspace work = Workspace.open(1)) {
      // By rows the hub holds half of the arcs.
      CsrGraph star = NamedGraphs.star(work, 8);
      NodeChoice hub = new NodeChoice.DegreeAtLeast(2);
      assertThatThrownBy(
              () -> HighBiasCorrection.apply(star, removing(hub, .75, MaskBy.ROWS), work))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the chosen nodes can give up at most 0.5 of the arcs, 0.75 were asked for");
      CorrectedGraph all = HighBiasCorrection.apply(star, removing(hub, .5, MaskBy.ROWS), work);
      assertThat(all.account().arcsRemoved()).isEqualTo(8);
      assertThat(all.account().maskedShare()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void nothingAskedForIsNothingTaken() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 8);
      NodeChoice nobody = new NodeChoice.TopAndSampled(0, 0);
      assertThat(HighBiasCorrection.apply(star, removing(nobody, 0, MaskBy.EDGES), work).graph())
          .isSameAs(star);
      CsrGraph empty = NamedGraphs.edges(work, 4);
      assertThat(HighBiasCorrection.apply(empty, removing(nobody, .5, MaskBy.EDGES), work).graph())
          .isSameAs(empty);
    }
  }

  /// Edges go two arcs at a time: the nearest even number is as close as one can come.
  @Test
  void smallGraphsComeAsCloseAsWholeEdgesAllow() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      NodeChoice all = new NodeChoice.DegreeAtLeast(0);
      for (int arcs = 0; arcs <= 10; arcs++) {
        CorrectedGraph edges =
            HighBiasCorrection.apply(g5, removing(all, arcs / 10.0, MaskBy.EDGES), work);
        assertThat(Math.abs(assertGraph(edges.graph()).arcCount() - (10 - arcs)))
            .isEqualTo(arcs % 2);
        CorrectedGraph rows =
            HighBiasCorrection.apply(g5, removing(all, arcs / 10.0, MaskBy.ROWS), work);
        assertThat(assertGraph(rows.graph()).arcCount()).isEqualTo(10 - arcs);
      }
    }
  }

  private static CorrectionConfig removing(double share, MaskBy by) {
    return removing(new NodeChoice.TopAndSampled(.1, .2), share, by);
  }

  private static CorrectionConfig removing(NodeChoice choice, double share, MaskBy by) {
    return new CorrectionConfig(
        choice, new MaskBudget.RemovedShare(share), by, MaskOrder.RANDOM, 7);
  }
}
