package io.atp.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HierarchyTest {
  /// Merging loses nothing that a cut could see: any division of the coarse graph cuts as much as
  /// the same division of the fine one.
  @Test
  void aCoarseCutIsTheFineCut() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 500, 2000, 6);
      Hierarchy hierarchy = Hierarchy.of(WeightedGraph.of(graph, work.workers()), 20, 60, 1);
      assertThat(hierarchy.levels()).hasSizeGreaterThan(2);
      int[] part = new int[hierarchy.coarsest().nodeCount()];
      Arrays.setAll(part, node -> node % 3);
      long cut = hierarchy.coarsest().cut(part);
      assertThat(cut).isPositive();
      for (int level = hierarchy.levels().size() - 1; level >= 0; level--) {
        part = hierarchy.levels().get(level).project(part);
        WeightedGraph finer = hierarchy.graphs().get(level);
        assertThat(finer.cut(part)).isEqualTo(cut);
        assertThat(finer.totalWeight()).isEqualTo(500);
      }
    }
  }

  @Test
  void noNodeGrowsTooHeavy() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 500, 2000, 6);
      Hierarchy hierarchy = Hierarchy.of(WeightedGraph.of(graph, work.workers()), 40, 13, 1);
      int heaviest = Arrays.stream(hierarchy.coarsest().nodeWeights()).max().orElseThrow();
      assertThat(heaviest).isBetween(7, 13);
    }
  }

  @Test
  void aStarShrinksAlthoughItsCentreHasOnePartnerOnly() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 256);
      Hierarchy hierarchy = Hierarchy.of(WeightedGraph.of(star, work.workers()), 8, 64, 1);
      assertThat(hierarchy.coarsest().nodeCount()).isLessThanOrEqualTo(16);
    }
  }
}
