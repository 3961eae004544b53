package io.atp.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OperatorFiguresTest {
  @Test
  void theHubOfAStarStandsAloneInTheLastTenth() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 9);
      double[] r = new double[10];
      Arrays.fill(r, 0.05);
      int hub =
          IntStream.range(0, 10).filter(node -> star.degree(node) == 9).findFirst().orElseThrow();
      r[hub] = 1;
      CoefficientMap map = CoefficientMap.of(star, new NodeCoefficients(r));
      assertThat(map.tenths()).containsExactly("1", "1", "1", "1", "1", "1", "1", "1", "1", "9");
      assertThat(map.shares().getLast())
          .containsExactly(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0);
      assertThat(map.shares().getFirst())
          .containsExactly(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0);
    }
  }

  @Test
  void everyTenthSumsToOneAndGraphsOfFewNodesHaveEmptyOnes() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 57, 120, 5);
      double[] r =
          IntStream.range(0, 57).mapToDouble(node -> (node * 37 % 57) / 40.0 - 0.2).toArray();
      CoefficientMap map = CoefficientMap.of(graph, new NodeCoefficients(r));
      for (int tenth = 0; tenth < 10; tenth++) {
        int at = tenth;
        assertThat(map.shares().stream().mapToDouble(bin -> bin.get(at)).sum())
            .isBetween(1 - 1e-9, 1 + 1e-9);
      }
      CoefficientMap small =
          CoefficientMap.of(
              NamedGraphs.path(work, 3), new NodeCoefficients(new double[] {0, 1, 0}));
      assertThat(small.tenths()).containsOnlyOnce("2").contains("none");
    }
  }

  @Test
  void hiddenEdgeEndsAreCountedByTheDegreeBefore() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph before = NamedGraphs.edges(work, 5, 0, 1, 0, 2, 0, 3, 0, 4, 1, 2);
      CsrGraph after = NamedGraphs.edges(work, 5, 0, 1, 0, 2, 0, 3, 1, 2);
      List<HiddenEdges> bands = HiddenEdges.of(before, after);
      assertThat(bands.stream().mapToLong(HiddenEdges::before).sum()).isEqualTo(10);
      assertThat(bands.stream().mapToLong(HiddenEdges::hidden).sum()).isEqualTo(2);
      assertThat(bands.getFirst().hidden()).isEqualTo(1);
      assertThat(bands.getLast().band()).isEqualTo("degree 3 and more");
      assertThat(bands.getLast().share()).isEqualTo(0.25);
    }
  }

  @Test
  void manyClassesAreShownAsTheLargestAndTheRest() {
    int classes = 40;
    long[][] counts = new long[classes][classes];
    for (int truth = 0; truth < classes; truth++) {
      counts[truth][truth] = truth + 1; // the later, the larger
      counts[truth][0] += 1;
    }
    List<String> names = IntStream.range(0, classes).mapToObj(i -> "class " + i).toList();
    Confusion shown = Confusion.of(counts, names);
    assertThat(shown.names()).hasSize(Confusion.MOST + 1).endsWith("class 39", "15 others");
    assertThat(shown.shares())
        .allSatisfy(
            row -> assertThat(row.stream().mapToDouble(x -> x).sum()).isBetween(0.999, 1.001));
  }
}
