package io.atp.core.graph;

import static io.atp.core.graph.GraphAssert.assertGraph;
import static io.atp.core.graph.GraphAssert.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RelabellingTest {
  @Test
  void thereAndBackIsTheIdentity() {
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        CsrGraph graph = NamedGraphs.skewed(work, 4_000, 20_000, 1);
        int[] names = NamedGraphs.permutation(4_000, 9);
        CsrGraph renamed = assertGraph(Relabelling.apply(graph, names, work));
        assertSame(renamed, NamedGraphs.renamed(work, graph, names));
        assertSame(Relabelling.apply(renamed, Relabelling.inverse(names), work), graph);
      }
    }
  }

  @Test
  void directionsAreKept() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.directed(work, 3, 0, 1, 0, 2).graph();
      assertSame(
          Relabelling.apply(graph, new int[] {2, 1, 0}, work),
          NamedGraphs.directed(work, 3, 2, 1, 2, 0).graph());
    }
  }

  @Test
  void namesThatAreNoPermutationAreRefused() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.path(work, 3);
      assertThatThrownBy(() -> Relabelling.apply(graph, new int[] {0, 1}, work))
          .hasMessage("2 new ids were given for 3 nodes");
      assertThatThrownBy(() -> Relabelling.apply(graph, new int[] {0, 2, 2}, work))
          .hasMessage("entries 1 and 2 of the permutation are both 2");
      assertThatThrownBy(() -> Relabelling.apply(graph, new int[] {0, 1, 3}, work))
          .hasMessage("entry 2 of the permutation is 3, with 3 entries");
    }
  }

  @Test
  void degreeOrderPutsHubsFirstAndBreaksTiesByTheLowerId() {
    try (Workspace work = Workspace.open(1)) {
      assertThat(DegreeOrder.of(NamedGraphs.g5(work), work)).containsExactly(2, 0, 1, 3, 4);
      assertThat(DegreeOrder.of(NamedGraphs.edges(work, 0), work)).isEmpty();
      assertThat(DegreeOrder.of(NamedGraphs.edges(work, 3), work)).containsExactly(0, 1, 2);
    }
  }

  /// More nodes than one range of the counting sort holds.
  @Test
  void degreeOrderIsTheStableSortOnAnyThreads() {
    int nodes = 150_000;
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        CsrGraph graph = NamedGraphs.skewed(work, nodes, 200_000, 2);
        int[] expected =
            IntStream.range(0, nodes)
                .boxed()
                .sorted(Comparator.comparing(node -> -graph.degree(node)))
                .mapToInt(Integer::intValue)
                .toArray();
        assertThat(DegreeOrder.of(graph, work)).isEqualTo(expected);
      }
    }
  }
}
