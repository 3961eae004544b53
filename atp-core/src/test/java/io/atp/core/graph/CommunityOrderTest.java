package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;

class CommunityOrderTest {
  private static final int NODES = 4000;
  private static final int BLOCKS = 8;

  /// Blocks that ids know nothing of: node `i` is in block `i % 8`, and so many of a hundred edges
  /// stay inside.
  private static CsrGraph blocks(Workspace work, int percentInside) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int edge = 0; edge < 10 * NODES; edge++) {
      long hash = StatelessHash.of(5, edge);
      int u = StatelessHash.below(hash, NODES);
      int v = StatelessHash.below(StatelessHash.mix(hash), NODES);
      arcs.add(u, edge % 100 < percentInside ? v - v % BLOCKS + u % BLOCKS : v);
    }
    return GraphBuilder.undirected(NODES, work).add(arcs).build().graph();
  }

  @Test
  void plantedBlocksComeOutTogether() {
    try (Workspace work = Workspace.open(2)) {
      CommunityOrder order = CommunityOrder.of(blocks(work, 85), work);
      Relabelling.inverse(order.nodeAt()); // a permutation
      assertThat(order.insideShare()).isGreaterThan(0.7);
      int borders = 0;
      for (int place = 1; place < NODES; place++) {
        borders += order.nodeAt()[place] % BLOCKS == order.nodeAt()[place - 1] % BLOCKS ? 0 : 1;
      }
      // A random order has 3,500; a node in the wrong place makes two.
      assertThat(borders).isLessThan(NODES / 3);
    }
  }

  @Test
  void withoutBlocksFewArcsLieInside() {
    try (Workspace work = Workspace.open(2)) {
      CommunityOrder order = CommunityOrder.of(blocks(work, 0), work);
      assertThat(order.insideShare()).isLessThan(0.25);
      assertThat(order.meanSize()).isLessThan(NODES / 10.0);
    }
  }

  @Test
  void theShareInsideIsNotMoreThanTheLabelsGive() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = blocks(work, 85);
      CommunityLabels found = CommunityLabels.of(graph, work.workers());
      long inside = 0;
      for (int node = 0; node < NODES; node++) {
        assertThat(found.labels()[node]).isBetween((byte) 0, (byte) 63);
        for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
          inside += found.labels()[graph.target(arc)] == found.labels()[node] ? 1 : 0;
        }
      }
      // The share was taken before the last moves, which were few.
      assertThat((double) inside / graph.arcCount()).isCloseTo(found.insideShare(), within(0.1));
    }
  }

  @Test
  void theOrderDoesNotDependOnTheThreads() {
    int[] one = null;
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        int[] order = CommunityOrder.of(blocks(work, 60), work).nodeAt();
        one = one == null ? order : one;
        assertThat(order).isEqualTo(one);
      }
    }
  }

  @Test
  void emptyAndIsolatedNodesHaveAnOrderToo() {
    try (Workspace work = Workspace.open(1)) {
      assertThat(CommunityOrder.of(NamedGraphs.edges(work, 0), work).nodeAt()).isEmpty();
      int[] order = CommunityOrder.of(NamedGraphs.edges(work, 5, 1, 2), work).nodeAt();
      assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }
  }
}
