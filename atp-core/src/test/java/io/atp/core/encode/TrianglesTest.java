package io.atp.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrianglesTest {
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void pathsStarsLongCyclesAndBipartiteGraphsHaveNone() {
    assertThat(Triangles.count(NamedGraphs.path(work, 9), work)).containsOnly(0).hasSize(9);
    assertThat(Triangles.count(NamedGraphs.star(work, 9), work)).containsOnly(0);
    assertThat(Triangles.count(NamedGraphs.cycle(work, 9), work)).containsOnly(0);
    assertThat(Triangles.count(NamedGraphs.completeBipartite(work, 4, 7), work)).containsOnly(0);
  }

  @Test
  void aCliqueHasAllPairsOfTheOthers() {
    assertThat(Triangles.count(NamedGraphs.clique(work, 100), work)).containsOnly(99L * 98 / 2);
  }

  @Test
  void g5HasOne() {
    assertThat(Triangles.count(NamedGraphs.g5(work), work)).containsExactly(1, 1, 1, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theSmallestGraphsHaveNone(int n) {
    assertThat(Triangles.count(NamedGraphs.path(work, n), work)).hasSize(n).doesNotContain(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void skewedGraphsAgreeWithTheCubicCount(long seed) {
    CsrGraph graph = NamedGraphs.skewed(work, 120, 900, seed);
    long[] twice = Dense.closedPairs(Dense.adjacency(graph));
    assertThat(Triangles.count(graph, work))
        .containsExactly(Arrays.stream(twice).map(pairs -> pairs / 2).toArray());
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void directedGraphsCountArcsAmongTheTargetsOfARow(long seed) {
    CsrGraph graph = directed(60, 700, seed);
    assertThat(Triangles.count(graph, work))
        .containsExactly(Dense.closedPairs(Dense.adjacency(graph)));
  }

  /// More nodes than the bit matrix and than the credits a thread keeps for itself: cliques of 5
  /// side by side, far out, and one hub that joins them all.
  @Test
  void nodesBeyondTheHubsAreCountedAsWell() {
    int cliques = 15_000;
    int n = 5 * cliques + 1;
    ArcBuffer arcs = new ArcBuffer(work);
    for (int clique = 0; clique < cliques; clique++) {
      for (int i = 0; i < 5; i++) {
        arcs.add(n - 1, 5 * clique + i);
        for (int j = 0; j < i; j++) {
          arcs.add(5 * clique + i, 5 * clique + j);
        }
      }
    }
    CsrGraph graph = GraphBuilder.undirected(n, work).add(arcs).build().graph();
    long[] counts = Triangles.count(graph, work);
    assertThat(counts[n - 1]).isEqualTo(10L * cliques);
    assertThat(Arrays.copyOf(counts, n - 1)).containsOnly(6 + 4);
  }

  @Test
  void renamingTheNodesRenamesTheCounts() {
    CsrGraph graph = NamedGraphs.skewed(work, 2000, 12_000, 7);
    int[] names = NamedGraphs.permutation(2000, 3);
    long[] counts = Triangles.count(graph, work);
    long[] renamed = Triangles.count(NamedGraphs.renamed(work, graph, names), work);
    for (int node = 0; node < 2000; node++) {
      assertThat(renamed[names[node]]).isEqualTo(counts[node]);
    }
  }

  @Test
  void threadsDoNotChangeACount() {
    CsrGraph graph = NamedGraphs.skewed(work, 30_000, 120_000, 8);
    try (Workspace one = Workspace.open(1);
        Workspace seven = Workspace.open(7)) {
      long[] expected = Triangles.count(graph, one);
      assertThat(Arrays.stream(expected).sum()).isPositive();
      assertThat(Triangles.count(graph, work)).isEqualTo(expected);
      assertThat(Triangles.count(graph, seven)).isEqualTo(expected);
    }
  }

  @Test
  void upwardRowsKeepEachEdgeOnceAtItsLowerEnd() {
    CsrGraph graph = NamedGraphs.skewed(work, 300, 2000, 9);
    UpwardRows rows = UpwardRows.of(graph, work);
    assertThat(rows.offsets()[300]).isEqualTo(graph.edgeCount());
    for (int i = 0; i < 300; i++) {
      for (int j : GraphAssert.row(graph, i)) {
        int a = rows.rankOf()[i];
        int b = rows.rankOf()[j];
        assertThat(a < b).isEqualTo(above(graph, i, j));
      }
    }
  }

  private static boolean above(CsrGraph graph, int i, int j) {
    int difference = graph.degree(i) - graph.degree(j);
    return difference > 0 || difference == 0 && i < j;
  }

  private CsrGraph directed(int n, int count, long seed) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int arc = 0; arc < count; arc++) {
      arcs.add(
          StatelessHash.below(StatelessHash.of(seed, arc, 0), n),
          StatelessHash.below(StatelessHash.of(seed, arc, 1), n));
    }
    return GraphBuilder.directed(n, work).add(arcs).build().graph();
  }
}
