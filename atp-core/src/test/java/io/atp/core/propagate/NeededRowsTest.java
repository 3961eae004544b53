package io.atp.core.propagate;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NeededRowsTest {
  private static Set<Integer> rows(NeededRows needed, int hop, int from, int to) {
    Set<Integer> rows = new TreeSet<>();
    int[] last = {-1};
    needed.forEachRun(
        hop,
        from,
        to,
        (first, end) -> {
          assertThat(first).isGreaterThan(last[0]).isLessThan(end);
          last[0] = end; // runs do not touch
          IntStream.range(first, end).forEach(rows::add);
        });
    return rows;
  }

  @Test
  void alongAPathTheyReachOneNodeFurtherWithEveryHopBack() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph path = NamedGraphs.path(work, 200);
      var needed = NeededRows.of(path, new int[] {0, 64}, 3, work.workers());
      assertThat(rows(needed, 2, 0, 200)).containsExactly(0, 1, 63, 64, 65);
      assertThat(rows(needed, 1, 0, 200)).containsExactly(0, 1, 2, 62, 63, 64, 65, 66);
      assertThat(rows(needed, 0, 0, 200)).containsExactly(0, 1, 2, 3, 61, 62, 63, 64, 65, 66, 67);
      assertThat(rows(needed, 0, 2, 63)).containsExactly(2, 3, 61, 62);
      assertThat(rows(needed, 0, 68, 200)).isEmpty();
    }
  }

  @Test
  void aFewHopsBackAllAreMade() {
    try (Workspace work = Workspace.open(1)) {
      var needed = NeededRows.of(NamedGraphs.path(work, 200), new int[] {64}, 6, work.workers());
      assertThat(rows(needed, 3, 0, 200)).hasSize(7);
      assertThat(rows(needed, 2, 0, 200)).hasSize(200);
      assertThat(rows(NeededRows.all(2), 1, 5, 9)).containsExactly(5, 6, 7, 8);
    }
  }

  /// Every leaf's neighbours are the centre, and its are all.
  @Test
  void allAreMadeWhereMostAreNeighbours() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 99);
      var needed = NeededRows.of(star, new int[] {7, 9}, 2, work.workers());
      assertThat(rows(needed, 1, 0, 100)).containsExactly(0, 7, 9);
      assertThat(rows(needed, 0, 0, 100)).hasSize(100);
    }
  }

  @Test
  void theyAreTheClosureThatASlowSearchFinds() {
    try (Workspace work = Workspace.open(2)) {
      int nodes = 1000;
      CsrGraph graph = NamedGraphs.skewed(work, nodes, 900, 5);
      int[] kept =
          IntStream.range(0, nodes).filter(i -> StatelessHash.of(1, i) % 90 == 0).toArray();
      var needed = NeededRows.of(graph, kept, 2, work.workers());
      Set<Integer> slow = new TreeSet<>();
      for (int node : kept) {
        slow.add(node);
        for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
          slow.add(graph.target(arc));
        }
      }
      assertThat(rows(needed, 1, 0, nodes)).isEqualTo(slow).hasSizeLessThan(nodes / 2);
    }
  }
}
