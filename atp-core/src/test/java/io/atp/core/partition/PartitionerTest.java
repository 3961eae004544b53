package io.atp.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionerTest {
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  /// What every partition promises, with the cut counted by the definition.
  private Partition check(CsrGraph graph, int parts, long seed) {
    Partition partition = Partitioner.partition(graph, parts, seed, work);
    int[] sizes = new int[parts];
    long cut = 0;
    for (int u = 0; u < graph.nodeCount(); u++) {
      sizes[partition.part()[u]]++;
      for (int v = u + 1; v < graph.nodeCount() && graph.degree(u) > 0; v++) {
        cut += partition.part()[u] != partition.part()[v] && graph.hasArc(u, v) ? 1 : 0;
      }
    }
    assertThat(partition.parts()).isEqualTo(parts);
    assertThat(partition.sizes()).isEqualTo(sizes);
    assertThat(partition.cutEdges()).isEqualTo(cut);
    assertThat(Arrays.stream(sizes).min().orElseThrow()).isPositive();
    assertThat(100L * partition.largest())
        .isLessThanOrEqualTo(105L * Math.ceilDiv(graph.nodeCount(), parts));
    return partition;
  }

  @Test
  void twoCliquesAndABridgeAreCutAtTheBridge() {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int clique = 0; clique < 2; clique++) {
      for (int i = 0; i < 20; i++) {
        for (int j = 0; j < i; j++) {
          arcs.add(2 * i + clique, 2 * j + clique);
        }
      }
    }
    arcs.add(0, 1);
    CsrGraph graph = GraphBuilder.undirected(40, work).add(arcs).build().graph();
    Partition partition = check(graph, 2, 1);
    assertThat(partition.cutEdges()).isOne();
    assertThat(partition.members()[partition.part()[0]])
        .containsExactly(IntStream.range(0, 20).map(i -> 2 * i).toArray());
  }

  @Test
  void aPathIsCutOncePerBorderAndACycleOnceMore() {
    assertThat(check(NamedGraphs.path(work, 1000), 2, 3).cutEdges()).isOne();
    assertThat(check(NamedGraphs.path(work, 1000), 8, 3).cutEdges()).isBetween(7L, 9L);
    assertThat(check(NamedGraphs.cycle(work, 1000), 8, 3).cutEdges()).isBetween(8L, 10L);
  }

  /// Any two sides of a grid of 30 × 30 that are this balanced have at least 29 edges between them.
  @Test
  void aGridIsCutAlmostStraight() {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < 900; i++) {
      if (i % 30 < 29) {
        arcs.add(i, i + 1);
      }
      if (i < 870) {
        arcs.add(i, i + 30);
      }
    }
    CsrGraph grid = GraphBuilder.undirected(900, work).add(arcs).build().graph();
    assertThat(check(grid, 2, 0).cutEdges()).isBetween(29L, 36L);
    assertThat(check(grid, 4, 0).cutEdges()).isBetween(58L, 75L);
  }

  @Test
  void componentsThatFitAreNotCut() {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < 600; i++) {
      arcs.add(i, i / 10 * 10 + (i + 1) % 10);
    }
    CsrGraph rings = GraphBuilder.undirected(600, work).add(arcs).build().graph();
    assertThat(check(rings, 6, 5).cutEdges()).isZero();
  }

  @Test
  void aStarLosesTheLeavesOutsideItsCentresPart() {
    Partition partition = check(NamedGraphs.star(work, 999), 10, 1);
    assertThat(partition.cutEdges()).isEqualTo(1000 - partition.sizes()[partition.part()[0]]);
    assertThat(partition.cutEdges()).isEqualTo(895);
  }

  @ParameterizedTest
  @CsvSource({"7, 3", "40, 7", "100, 10"})
  void aCliqueIsCutByItsSizesAlone(int nodes, int parts) {
    Partition partition = check(NamedGraphs.clique(work, nodes), parts, 1);
    long inside = Arrays.stream(partition.sizes()).mapToLong(s -> s * (s - 1L) / 2).sum();
    assertThat(partition.cutEdges()).isEqualTo(nodes * (nodes - 1L) / 2 - inside);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 11, 20, 21})
  void isolatedNodesAreSharedOut(int parts) {
    assertThat(check(NamedGraphs.edges(work, 21), parts, 1).cutEdges()).isZero();
    check(NamedGraphs.edges(work, 21, 3, 4, 4, 5), parts, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 30, 199, 200, 201, 399, 400})
  void balanceHoldsForAnyNumberOfParts(int parts) {
    check(NamedGraphs.skewed(work, 400, 2000, 4), parts, 9);
  }

  @Test
  void oneNodeIsOnePart() {
    assertThat(check(NamedGraphs.edges(work, 1), 1, 0).part()).containsExactly(0);
  }

  @Test
  void impossibleNumbersOfPartsAreRefused() {
    CsrGraph g5 = NamedGraphs.g5(work);
    assertThatThrownBy(() -> Partitioner.partition(g5, 6, 0, work))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("6 parts are asked of 5 nodes");
    assertThatThrownBy(() -> Partitioner.partition(g5, 0, 0, work))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parts must be at least 1, got 0");
    CsrGraph arrow = NamedGraphs.directed(work, 2, 0, 1).graph();
    assertThatThrownBy(() -> Partitioner.partition(arrow, 1, 0, work))
        .hasMessageStartingWith("a directed graph cannot be partitioned");
  }

  @Test
  void thePartitionDependsOnTheSeedAndNotOnTheThreads() {
    CsrGraph graph = NamedGraphs.skewed(work, 3000, 9000, 2);
    int[] two = Partitioner.partition(graph, 12, 7, work).part();
    for (int threads : new int[] {1, 7}) {
      try (Workspace other = Workspace.open(threads)) {
        assertThat(Partitioner.partition(graph, 12, 7, other).part()).isEqualTo(two);
      }
    }
    assertThat(Partitioner.partition(graph, 12, 8, work).part()).isNotEqualTo(two);
  }

  /// Planted groups of 100, nine edges in ten inside: found, up to a few nodes.
  @Test
  void plantedGroupsAreFound() {
    ArcBuffer arcs = new ArcBuffer(work);
    long planted = 0;
    int[] names = NamedGraphs.permutation(2000, 3);
    for (int edge = 0; edge < 20_000; edge++) {
      long hash = StatelessHash.of(11, edge);
      int u = (int) ((hash >>> 8) % 2000);
      boolean leaves = edge % 10 == 0;
      int v = leaves ? (int) ((hash >>> 32) % 2000) : u / 100 * 100 + (int) ((hash >>> 32) % 100);
      planted += u / 100 == v / 100 ? 0 : 1;
      arcs.add(names[u], names[v]);
    }
    CsrGraph graph = GraphBuilder.undirected(2000, work).add(arcs).build().graph();
    assertThat(check(graph, 20, 1).cutEdges()).isLessThanOrEqualTo((long) (1.03 * planted));
  }
}
