package io.atp.core.graph;

import static io.atp.core.graph.GraphAssert.assertGraph;
import static io.atp.core.graph.GraphAssert.assertSame;
import static io.atp.core.graph.GraphAssert.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphBuilderTest {
  @Test
  void loopsRepeatsAndMissingReversesAreCounted() {
    try (Workspace work = Workspace.open(1)) {
      // 0→1 three times, 1→0 once, 2→2 twice, 1→2 once.
      BuiltGraph built = NamedGraphs.undirected(work, 4, 0, 1, 0, 1, 1, 0, 2, 2, 0, 1, 2, 2, 1, 2);
      assertGraph(built.graph());
      assertThat(built.account()).isEqualTo(new BuildAccount(7, 2, 2, 1));
      assertThat(row(built.graph(), 0)).containsExactly(1);
      assertThat(row(built.graph(), 1)).containsExactly(0, 2);
      assertThat(row(built.graph(), 2)).containsExactly(1);
      assertThat(row(built.graph(), 3)).isEmpty();
      assertThat(built.graph().edgeCount()).isEqualTo(2);
    }
  }

  @Test
  void aDirectedGraphKeepsItsDirections() {
    try (Workspace work = Workspace.open(1)) {
      BuiltGraph built = NamedGraphs.directed(work, 3, 2, 0, 0, 1, 2, 0, 2, 1);
      assertGraph(built.graph());
      assertThat(built.account()).isEqualTo(new BuildAccount(4, 0, 1, 0));
      assertThat(row(built.graph(), 2)).containsExactly(0, 1);
      assertThat(built.graph().symmetric()).isFalse();
    }
  }

  @Test
  void noNodesAndNoArcsAreGraphsToo() {
    try (Workspace work = Workspace.open(2)) {
      assertThat(assertGraph(NamedGraphs.edges(work, 0)).nodeCount()).isZero();
      assertThat(assertGraph(NamedGraphs.edges(work, 1)).arcCount()).isZero();
      assertThat(assertGraph(NamedGraphs.edges(work, 3, 1, 1)).arcCount()).isZero();
    }
  }

  @Test
  void anIdOutOfRangeIsRefusedWithItsNumbers() {
    try (Workspace work = Workspace.open(1)) {
      assertThatThrownBy(() -> NamedGraphs.edges(work, 3, 0, 1, 1, 3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("arc 1 → 3 names a node outside 0 to 2");
      assertThatThrownBy(() -> NamedGraphs.edges(work, 3, -1, 1))
          .hasMessageContaining("arc -1 → 1");
    }
  }

  /// Against a set of pairs, over several blocks of arcs and many buckets.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void manyArcsInAnyOrderOnAnyThreadsGiveTheSetOfEdges(int threads) {
    int nodes = 5_000;
    int arcCount = 700_000;
    long seed = 11;
    try (Workspace work = Workspace.open(threads)) {
      ArcBuffer first = new ArcBuffer(work);
      ArcBuffer second = new ArcBuffer(work);
      Set<Long> edges = new HashSet<>();
      long loops = 0;
      for (int i = 0; i < arcCount; i++) {
        int u = StatelessHash.below(StatelessHash.of(seed, i, 0), nodes);
        int v = StatelessHash.below(StatelessHash.of(seed, i, 1), nodes);
        (i % 3 == 0 ? first : second).add(u, v);
        loops += u == v ? 1 : 0;
        if (u != v) {
          edges.add((long) Math.min(u, v) << 32 | Math.max(u, v));
        }
      }
      BuiltGraph built = GraphBuilder.undirected(nodes, work).add(first).add(second).build();
      assertGraph(built.graph());
      assertThat(built.account().selfLoopsRemoved()).isEqualTo(loops);
      assertThat(built.graph().edgeCount()).isEqualTo(edges.size());
      for (long edge : edges) {
        assertThat(built.graph().hasArc((int) (edge >>> 32), (int) edge)).isTrue();
      }
      BuildAccount account = built.account();
      assertThat(
              account.arcsRead()
                  - account.selfLoopsRemoved()
                  - account.duplicatesRemoved()
                  + account.reversesAdded())
          .isEqualTo(built.graph().arcCount());
      assertSame(
          GraphBuilder.undirected(nodes, work).add(second).add(first).build().graph(),
          built.graph());
    }
  }

  @Test
  void fewArcsAmongManyNodesKeepTheirOrder() {
    try (Workspace work = Workspace.open(1)) {
      int nodes = 3 << 20;
      ArcBuffer arcs = new ArcBuffer(work);
      arcs.add(0, nodes - 1);
      arcs.add(0, 5);
      arcs.add(0, nodes / 2 + 1);
      BuiltGraph built = GraphBuilder.directed(nodes, work).add(arcs).build();
      assertThat(row(built.graph(), 0)).containsExactly(5, nodes / 2 + 1, nodes - 1);
    }
  }
}
