package io.atp.core.graph;

import static io.atp.core.graph.GraphAssert.assertGraph;
import static io.atp.core.graph.GraphAssert.assertSame;
import static io.atp.core.graph.GraphAssert.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;

class TransposeTest {
  @Test
  void everyArcTurnsRound() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.directed(work, 4, 0, 3, 2, 3, 1, 3, 3, 0).graph();
      CsrGraph turned = assertGraph(Transpose.of(graph, work));
      assertThat(row(turned, 3)).containsExactly(0, 1, 2);
      assertThat(row(turned, 0)).containsExactly(3);
      assertThat(turned.degree(1) + turned.degree(2)).isZero();
    }
  }

  @Test
  void aSymmetricGraphIsItsOwnTranspose() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      assertThat(Transpose.of(graph, work)).isSameAs(graph);
    }
  }

  @Test
  void noNodesAndNoArcsHaveATranspose() {
    try (Workspace work = Workspace.open(2)) {
      assertThat(Transpose.of(NamedGraphs.directed(work, 0).graph(), work).nodeCount()).isZero();
      assertThat(Transpose.of(NamedGraphs.directed(work, 3).graph(), work).nodeCount())
          .isEqualTo(3);
    }
  }

  /// Enough arcs for several parts and buckets.
  @Test
  void twiceIsTheIdentityAndThreadsDoNotMatter() {
    try (Workspace one = Workspace.open(1)) {
      CsrGraph graph = randomArcs(one, 3_000, 300_000);
      CsrGraph turned = assertGraph(Transpose.of(graph, one));
      for (int node = 0; node < graph.nodeCount(); node += 17) {
        for (int target : row(graph, node)) {
          assertThat(turned.hasArc(target, node)).isTrue();
        }
      }
      assertSame(Transpose.of(turned, one), graph);
      for (int threads : new int[] {2, 7}) {
        try (Workspace many = Workspace.open(threads)) {
          assertSame(Transpose.of(graph, many), turned);
        }
      }
    }
  }

  private static CsrGraph randomArcs(Workspace work, int nodes, int count) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < count; i++) {
      double u = StatelessHash.unit(StatelessHash.of(5, i, 0));
      arcs.add((int) (nodes * u * u), StatelessHash.below(StatelessHash.of(5, i, 1), nodes));
    }
    return GraphBuilder.directed(nodes, work).add(arcs).build().graph();
  }
}
