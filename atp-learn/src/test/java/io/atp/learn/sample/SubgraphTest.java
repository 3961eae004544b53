package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubgraphTest {
  private static void assertInduced(CsrGraph graph, Subgraph part) {
    for (int i = 0; i < part.nodeCount(); i++) {
      Set<Integer> listed = new HashSet<>();
      for (int at = part.offsets()[i]; at < part.offsets()[i + 1]; at++) {
        int target = part.nodes()[part.targets()[at]];
        assertThat(part.arcs()[at]).isEqualTo(graph.findArc(part.nodes()[i], target));
        listed.add(target);
      }
      for (int other : part.nodes()) {
        assertThat(listed.contains(other)).isEqualTo(graph.hasArc(part.nodes()[i], other));
      }
      assertThat(listed).hasSize(part.degree(i));
    }
  }

  @Test
  void nodesAreNumberedInTheOrderGiven() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      Subgraph part = Subgraph.induced(graph, new int[] {3, 2, 0});
      assertThat(part.nodes()).containsExactly(3, 2, 0);
      assertThat(part.offsets()).containsExactly(0, 1, 3, 4);
      assertThat(part.targets()).containsExactly(1, 2, 0, 1);
      assertInduced(graph, part);
    }
  }

  @Test
  void theWholeGraphIsAPartOfItself() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      Subgraph part = Subgraph.induced(graph, IntStream.range(0, 5).toArray());
      assertThat(part.arcs()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
  }

  @Test
  void aHubIsSearchedInsteadOfRead() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 3000);
      assertInduced(star, Subgraph.induced(star, new int[] {17, 0, 2999}));
    }
  }

  @Test
  void anyChoiceOfNodesIsInduced() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.star(work, 40);
      for (int seed = 0; seed < 20; seed++) {
        long s = seed;
        int[] nodes =
            IntStream.range(0, 41)
                .filter(i -> StatelessHash.unit(StatelessHash.of(s, i)) < 0.4)
                .toArray();
        assertInduced(graph, Subgraph.induced(graph, nodes));
      }
    }
  }

  @Test
  void anIsolatedNodeIsAPartWithoutArcs() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 3, 0, 1);
      Subgraph part = Subgraph.induced(graph, new int[] {2});
      assertThat(part.nodeCount()).isEqualTo(1);
      assertThat(part.arcCount()).isZero();
    }
  }

  @Test
  void aUnionJoinsNothing() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      Subgraph triangle = Subgraph.induced(graph, new int[] {0, 1, 2});
      Subgraph tail = Subgraph.induced(graph, new int[] {3, 2});
      Subgraph both = Subgraph.union(List.of(triangle, tail));
      assertThat(both.nodes()).containsExactly(0, 1, 2, 3, 2);
      assertThat(both.offsets()).containsExactly(0, 2, 4, 6, 7, 8);
      assertThat(both.targets()).containsExactly(1, 2, 0, 2, 0, 1, 4, 3);
      assertThat(both.arcs()[6]).isEqualTo(graph.findArc(3, 2));
    }
  }

  @Test
  void arcsThatDoNotStayAreLeftOut() {
    try (Workspace work = Workspace.open(1)) {
      Subgraph triangle = Subgraph.induced(NamedGraphs.g5(work), new int[] {0, 1, 2});
      Subgraph kept = triangle.keep((source, at) -> source + triangle.targets()[at] != 1);
      assertThat(kept.offsets()).containsExactly(0, 1, 2, 4);
      assertThat(kept.targets()).containsExactly(2, 2, 0, 1);
      assertThat(kept.nodes()).containsExactly(0, 1, 2);
    }
  }

  @Test
  void wrongNodesAreRefused() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      assertThatThrownBy(() -> Subgraph.induced(graph, new int[] {0, 5}))
          .hasMessage("node 5 was asked of a graph with 5 nodes");
      assertThatThrownBy(() -> Subgraph.induced(graph, new int[] {3, 1, 3}))
          .hasMessage("node 3 is listed twice among 3 nodes");
    }
  }

  @Test
  void numbersFollowTheOrderOfArrivalHoweverManyCome() {
    assertInOrderOfArrival(new LocalIds(2));
    assertInOrderOfArrival(new LocalIds(2, 7000));
  }

  @Test
  void aGoodPartOfTheGraphIsNumberedAlike() {
    assertInOrderOfArrival(new LocalIds(500, 7000));
    assertInOrderOfArrival(new LocalIds(1000, 7000));
  }

  private static void assertInOrderOfArrival(LocalIds ids) {
    for (int i = 0; i < 1000; i++) {
      assertThat(ids.add(7 * i)).isEqualTo(i);
    }
    for (int i = 0; i < 1000; i++) {
      assertThat(ids.add(7 * i)).isEqualTo(i);
      assertThat(ids.of(7 * i)).isEqualTo(i);
      assertThat(ids.of(7 * i + 1)).isEqualTo(-1);
      assertThat(ids.node(i)).isEqualTo(7 * i);
    }
    assertThat(ids.nodes()).hasSize(1000);
  }
}
