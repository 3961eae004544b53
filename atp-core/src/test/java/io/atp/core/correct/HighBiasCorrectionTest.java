package io.atp.core.correct;

import static io.atp.core.correct.Masks.random;
import static io.atp.core.correct.Masks.removed;
import static io.atp.core.graph.GraphAssert.assertGraph;
import static io.atp.core.graph.GraphAssert.assertSame;
import static io.atp.core.graph.GraphAssert.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.graph.NodeSet;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workspace;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HighBiasCorrectionTest {
  private static final NodeChoice EVERY_NODE = new NodeChoice.DegreeAtLeast(0);
  private static final NodeChoice HUBS = new NodeChoice.DegreeAtLeast(2);

  @Test
  void aHubThatLosesEveryEdgeIsolatesItsLeaves() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 10);
      CorrectedGraph edges = HighBiasCorrection.apply(star, random(HUBS, 1, MaskBy.EDGES, 0), work);
      assertThat(assertGraph(edges.graph()).arcCount()).isZero();
      assertThat(edges.graph().symmetric()).isTrue();
      assertThat(edges.account()).isEqualTo(new CorrectionAccount(1, 1, 20, 20, 10, 0, 11, true));
      assertThat(edges.account().removedShare()).isEqualTo(1);
    }
  }

  @Test
  void aHubThatStopsListeningIsStillHeard() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 10);
      CorrectedGraph rows = HighBiasCorrection.apply(star, random(HUBS, 1, MaskBy.ROWS, 0), work);
      assertGraph(rows.graph());
      assertThat(rows.graph().symmetric()).isFalse();
      assertThat(row(rows.graph(), 0)).isEmpty();
      assertThat(row(rows.graph(), 7)).containsExactly(0);
      assertThat(rows.account()).isEqualTo(new CorrectionAccount(1, 1, 20, 10, 10, 1, 1, true));
    }
  }

  @Test
  void g5WithoutItsBridgeHasTheSpecifiedDegrees() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      CsrGraph expected = NamedGraphs.edges(work, 5, 0, 1, 0, 2, 1, 2, 3, 4);
      NodeChoice onlyNode2 = new NodeChoice.DegreeAtLeast(3);
      long seed =
          LongStream.range(0, 200)
              .filter(
                  s -> {
                    CsrGraph graph =
                        HighBiasCorrection.apply(g5, random(onlyNode2, .5, MaskBy.EDGES, s), work)
                            .graph();
                    return graph.arcCount() == 8 && !graph.hasArc(2, 3);
                  })
              .findFirst()
              .orElseThrow();
      CorrectedGraph corrected =
          HighBiasCorrection.apply(g5, random(onlyNode2, .5, MaskBy.EDGES, seed), work);
      assertSame(assertGraph(corrected.graph()), expected);
      assertThat(corrected.graph().degrees(work.workers())).containsExactly(2, 2, 2, 1, 1);
      assertThat(corrected.account()).isEqualTo(new CorrectionAccount(1, .5, 10, 2, 3, 2, 0, true));
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingToHideGivesTheGraphItself(MaskBy by) {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph clique = NamedGraphs.clique(work, 6);
      NodeChoice nobody = new NodeChoice.TopAndSampled(0, 0);
      assertThat(HighBiasCorrection.apply(clique, random(EVERY_NODE, 0, by, 0), work).graph())
          .isSameAs(clique);
      assertThat(HighBiasCorrection.apply(clique, random(nobody, 1, by, 0), work).graph())
          .isSameAs(clique);
      CsrGraph none = NamedGraphs.edges(work, 0);
      CorrectedGraph ofNone = HighBiasCorrection.apply(none, random(EVERY_NODE, 1, by, 0), work);
      assertThat(ofNone.account()).isEqualTo(new CorrectionAccount(0, 1, 0, 0, 0, 0, 0, true));
      assertThat(ofNone.account().removedShare()).isZero();
      CsrGraph alone = NamedGraphs.edges(work, 1);
      assertThat(HighBiasCorrection.apply(alone, random(EVERY_NODE, 1, by, 0), work).account())
          .isEqualTo(new CorrectionAccount(1, 1, 0, 0, 0, 0, 0, true));
    }
  }

  @Test
  void aCliqueInWhichAllLoseEverythingHasNoEdgeLeft() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph clique = NamedGraphs.clique(work, 9);
      for (MaskBy by : MaskBy.values()) {
        CorrectedGraph corrected =
            HighBiasCorrection.apply(clique, random(EVERY_NODE, 1, by, 5), work);
        assertThat(assertGraph(corrected.graph()).arcCount()).isZero();
        assertThat(corrected.account().nodesIsolated()).isEqualTo(9);
      }
    }
  }

  @Test
  void hidingEdgesIsHidingRowsFromBothSides() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 800, 6_000, 1);
      NodeChoice choice = new NodeChoice.TopAndSampled(.1, .2);
      CsrGraph rows =
          HighBiasCorrection.apply(graph, random(choice, .5, MaskBy.ROWS, 3), work).graph();
      CsrGraph edges =
          HighBiasCorrection.apply(graph, random(choice, .5, MaskBy.EDGES, 3), work).graph();
      assertGraph(rows);
      assertGraph(edges);
      Set<Long> expected = new TreeSet<>();
      for (long arc : removed(graph, rows)) {
        expected.add(arc);
        expected.add(Masks.reversed(arc));
      }
      assertThat(removed(graph, edges)).isEqualTo(expected);
      NodeSet chosen = HighBiasNodes.choose(graph, choice, 3, work).chosen();
      assertThat(removed(graph, rows)).allMatch(arc -> chosen.contains((int) (arc >>> 32)));
    }
  }

  /// 50,000 arcs: the standard error of the share is at most 0.0023.
  @Test
  void rowsGoWithProbabilityMAndEdgesBetweenChosenNodesWithTwoChances() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 4_000, 27_000, 2);
      for (double m : new double[] {.1, .5, .8}) {
        assertThat(shareGone(graph, m, MaskBy.ROWS, work)).isCloseTo(m, within(.01));
        assertThat(shareGone(graph, m, MaskBy.EDGES, work))
            .isCloseTo(1 - (1 - m) * (1 - m), within(.012));
      }
    }
  }

  private static double shareGone(CsrGraph graph, double m, MaskBy by, Workspace work) {
    return HighBiasCorrection.apply(graph, random(EVERY_NODE, m, by, 17), work)
        .account()
        .removedShare();
  }

  @ParameterizedTest
  @EnumSource
  void whatGoesAtASmallMGoesAtALargerOne(MaskBy by) {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 500, 3_000, 4);
      Set<Long> few =
          removed(graph, HighBiasCorrection.apply(graph, random(HUBS, .3, by, 9), work).graph());
      Set<Long> many =
          removed(graph, HighBiasCorrection.apply(graph, random(HUBS, .6, by, 9), work).graph());
      assertThat(many).containsAll(few).hasSizeGreaterThan(few.size());
    }
  }

  @Test
  void anotherSeedHidesOtherEdgesOfTheSameNodes() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 500, 3_000, 4);
      Set<Long> first =
          removed(
              graph,
              HighBiasCorrection.apply(graph, random(HUBS, .5, MaskBy.EDGES, 0), work).graph());
      Set<Long> second =
          removed(
              graph,
              HighBiasCorrection.apply(graph, random(HUBS, .5, MaskBy.EDGES, 1), work).graph());
      assertThat(first).isNotEqualTo(second);
      Set<Long> both = new TreeSet<>(first);
      both.retainAll(second);
      // Independent: of the edges one seed hides, the other hides the usual share, ¾.
      assertThat((double) both.size() / first.size()).isCloseTo(.75, within(.04));
    }
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBytes() {
    try (Workspace one = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(one, 3_000, 40_000, 6);
      for (CorrectionConfig config :
          new CorrectionConfig[] {
            CorrectionConfig.defaults(),
            random(new NodeChoice.TopAndSampled(.05, .3), .4, MaskBy.ROWS, 2),
            new CorrectionConfig(
                new NodeChoice.SmoothingBound(20, 2),
                new MaskBudget.RemovedShare(.1),
                MaskBy.EDGES,
                MaskOrder.RANDOM,
                3)
          }) {
        CorrectedGraph expected = HighBiasCorrection.apply(graph, config, one);
        assertThat(expected.account().arcsRemoved()).isPositive();
        for (int threads : new int[] {2, 7}) {
          try (Workspace many = Workspace.open(threads)) {
            CorrectedGraph found = HighBiasCorrection.apply(graph, config, many);
            assertSame(found.graph(), expected.graph());
            assertThat(found.account()).isEqualTo(expected.account());
          }
        }
      }
    }
  }

  @Test
  void aDirectedGraphLosesArcsByRowsOnly() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.directed(work, 3, 0, 1, 0, 2, 1, 2).graph();
      CsrGraph rows =
          HighBiasCorrection.apply(graph, random(HUBS, 1, MaskBy.ROWS, 0), work).graph();
      assertSame(rows, NamedGraphs.directed(work, 3, 1, 2).graph());
      assertThatThrownBy(
              () -> HighBiasCorrection.apply(graph, random(HUBS, 1, MaskBy.EDGES, 0), work))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "whole edges can be masked in a symmetric graph only, and this one of 3 arcs is"
                  + " directed");
    }
  }

  @Test
  void scratchMemoryIsGivenBack() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 20_000, 100_000, 6);
      try (Workspace own = work.scratch()) {
        CorrectedGraph corrected =
            HighBiasCorrection.apply(graph, CorrectionConfig.defaults(), own);
        long result = corrected.graph().sizeBytes();
        long beside = 9L * 20_000 + KeptArcs.bytes(graph.arcCount(), RowChunks.of(graph).count());
        assertThat(own.peakBytes()).isBetween(result, result + beside);
      }
    }
  }

  /// A long path mixes so slowly that its second eigenvalue is out of reach: the account says so.
  @Test
  void anEigenvalueThatDidNotConvergeShowsInTheAccount() {
    try (Workspace work = Workspace.open(1)) {
      CorrectionConfig config =
          new CorrectionConfig(
              new NodeChoice.SmoothingBound(1, 2),
              new MaskBudget.MaskedShare(0.5),
              MaskBy.EDGES,
              MaskOrder.RANDOM,
              0);
      assertThat(
              HighBiasCorrection.apply(NamedGraphs.path(work, 4000), config, work)
                  .account()
                  .converged())
          .isFalse();
      assertThat(
              HighBiasCorrection.apply(NamedGraphs.clique(work, 20), config, work)
                  .account()
                  .converged())
          .isTrue();
    }
  }
}
