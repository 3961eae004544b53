package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EgoBatchTest {
  @Test
  void theTargetIsFirstAndTheOthersFollowByScore() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      assertThat(new Scopes(graph, new Scope.Ppr(3, 1e-3, 0)).of(0, 1)).containsExactly(0, 2, 1);
      // A leaf of a star scores below its hub.
      CsrGraph star = NamedGraphs.star(work, 200);
      assertThat(new Scopes(star, new Scope.Ppr(2, 1e-4, 0)).of(9, 1)).containsExactly(9, 0);
    }
  }

  /// The second score from 0 is .2585, of node 2; node 3 has .087 and node 4 has .032.
  @Test
  void lowScoresAreMeasuredByTheSecond() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      assertThat(new Scopes(graph, new Scope.Ppr(9, 1e-3, 0.25)).of(0, 1))
          .containsExactly(0, 2, 1, 3);
    }
  }

  @Test
  void aPushIsMadeOnce() {
    try (Workspace work = Workspace.open(1)) {
      Scopes scopes = new Scopes(NamedGraphs.g5(work), new Scope.Ppr(3, 1e-3, 0));
      assertThat(scopes.of(1, 1)).isSameAs(scopes.of(1, 2));
    }
  }

  @Test
  void hopsReachWhatLiesWithinThem() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph path = NamedGraphs.path(work, 9);
      Scopes scopes = new Scopes(path, new Scope.Hops(2, 20));
      assertThat(scopes.of(4, 1)).containsExactlyInAnyOrder(4, 3, 5, 2, 6).startsWith(4);
      CsrGraph star = NamedGraphs.star(work, 100);
      int[] drawn = new Scopes(star, new Scope.Hops(1, 5)).of(0, 1);
      assertThat(drawn.length).isBetween(2, 6);
      assertThat(new Scopes(star, new Scope.Hops(1, 5)).of(0, 1)).isEqualTo(drawn);
      assertThat(new Scopes(star, new Scope.Hops(1, 5)).of(0, 2)).isNotEqualTo(drawn);
    }
  }

  @Test
  void anIsolatedTargetIsItsOwnSubgraph() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 3, 0, 1);
      for (Scope scope : List.of(new Scope.Ppr(5, 1e-3, 0.1), new Scope.Hops(2, 3))) {
        EgoBatch.Ego ego = EgoBatch.Ego.of(graph, new Scopes(graph, scope).of(2, 0));
        assertThat(ego.part().nodes()).containsExactly(2);
        assertThat(ego.hops()).containsExactly(1);
      }
    }
  }

  @Test
  void distancesAreCountedInsideTheSubgraph() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph path = NamedGraphs.path(work, 10);
      int[] nodes = {0, 1, 2, 3, 4, 5, 6, 8};
      assertThat(EgoBatch.Ego.of(path, nodes).hops()).containsExactly(1, 2, 3, 4, 5, 6, 6, 0);
    }
  }

  @Test
  void aBatchLaysSubgraphsSideBySide() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      EgoBatch batch =
          EgoBatch.of(
              List.of(
                  EgoBatch.Ego.of(graph, new int[] {4, 3}),
                  EgoBatch.Ego.of(graph, new int[] {2, 3, 0})));
      assertThat(batch.roots()).containsExactly(0, 2);
      assertThat(batch.union().nodes()).containsExactly(4, 3, 2, 3, 0);
      assertThat(batch.hops()).containsExactly(1, 2, 1, 2, 2);
      assertThat(batch.parts().size(1)).isEqualTo(3);
    }
  }

  @Test
  void anArcGoesWithItsReverse() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph cycle = NamedGraphs.cycle(work, 400);
      int[] nodes = new int[400];
      for (int i = 0; i < 400; i++) {
        nodes[i] = i;
      }
      EgoBatch whole = EgoBatch.of(List.of(EgoBatch.Ego.of(cycle, nodes)));
      assertThat(whole.drop(0, true, 1)).isSameAs(whole);
      Subgraph both = whole.drop(0.2, true, 1).union();
      for (int i = 0; i < 400; i++) {
        for (int at = both.offsets()[i]; at < both.offsets()[i + 1]; at++) {
          int other = both.targets()[at];
          int from = both.offsets()[other];
          assertThat(Arrays.copyOfRange(both.targets(), from, both.offsets()[other + 1]))
              .contains(i);
        }
      }
      assertThat(both.arcCount()).isBetween(440, 590); // 0.64 of 800
      assertThat(whole.drop(0.2, false, 1).union().arcCount()).isBetween(590, 690);
    }
  }

  @Test
  void scopesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new Scope.Ppr(0, 1e-3, 0))
        .hasMessage("nodes must be at least 1, got 0");
    assertThatThrownBy(() -> new Scope.Ppr(5, 0, 0))
        .hasMessage("the precision of a push must be above 0, got 0.0");
    assertThat(new Scope.Hops(2, 20).largest()).isEqualTo(421);
  }
}
