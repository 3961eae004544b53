package io.atp.core.graph;

import static io.atp.core.graph.GraphAssert.assertGraph;
import static io.atp.core.graph.GraphAssert.assertSame;
import static io.atp.core.graph.GraphAssert.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InducedSubgraphTest {
  @Test
  void theTailOfG5IsAPath() {
    try (Workspace work = Workspace.open(1)) {
      InducedSubgraph tail = InducedSubgraph.of(NamedGraphs.g5(work), new int[] {0, 2, 3, 4}, work);
      assertSame(assertGraph(tail.graph()), NamedGraphs.path(work, 4));
      assertThat(tail.nodes()).containsExactly(0, 2, 3, 4);
    }
  }

  @Test
  void allNodesGiveTheGraphAndNoNodesGiveNone() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 5_000, 30_000, 3);
      assertSame(
          InducedSubgraph.of(graph, IntStream.range(0, 5_000).toArray(), work).graph(), graph);
      assertThat(InducedSubgraph.of(graph, new int[0], work).graph().nodeCount()).isZero();
    }
  }

  @Test
  void anArcStaysExactlyWhenBothItsEndsStay() {
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        CsrGraph graph = NamedGraphs.skewed(work, 3_000, 20_000, 4);
        int[] nodes = IntStream.range(0, 3_000).filter(node -> node % 3 != 1).toArray();
        CsrGraph sub = assertGraph(InducedSubgraph.of(graph, nodes, work).graph());
        for (int i = 0; i < nodes.length; i++) {
          int[] inOldNames = IntStream.of(row(sub, i)).map(j -> nodes[j]).toArray();
          int[] expected = IntStream.of(row(graph, nodes[i])).filter(v -> v % 3 != 1).toArray();
          assertThat(inOldNames).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void directionsAreKept() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.directed(work, 4, 0, 1, 3, 1, 1, 2).graph();
      CsrGraph sub = assertGraph(InducedSubgraph.of(graph, new int[] {1, 3}, work).graph());
      assertThat(sub.symmetric()).isFalse();
      assertThat(row(sub, 1)).containsExactly(0);
      assertThat(row(sub, 0)).isEmpty();
    }
  }

  @Test
  void aSubsetThatDoesNotIncreaseIsRefused() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      assertThatThrownBy(() -> InducedSubgraph.of(graph, new int[] {2, 2}, work))
          .hasMessageContaining("lists node 2 after 2");
      assertThatThrownBy(() -> InducedSubgraph.of(graph, new int[] {1, 5}, work))
          .hasMessageContaining("lists node 5 after 1, with 5 nodes");
    }
  }
}
