package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectedComponentsTest {
  @Test
  void aPathIsOneComponent() {
    try (Workspace work = Workspace.open(2)) {
      int n = 50_000;
      ConnectedComponents found = ConnectedComponents.of(NamedGraphs.path(work, n), work);
      assertThat(found.count()).isEqualTo(1);
      assertThat(found.component()).containsOnly(0);
      assertThat(found.sizes()).containsExactly(n);
      assertThat(found.largest()).hasSize(n).isSorted();
    }
  }

  @Test
  void componentsAreNumberedByTheirSmallestNodes() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 8, 7, 0, 1, 5, 5, 3, 2, 6);
      ConnectedComponents found = ConnectedComponents.of(graph, work);
      assertThat(found.component()).containsExactly(0, 1, 2, 1, 3, 1, 2, 0);
      assertThat(found.sizes()).containsExactly(2, 3, 2, 1);
      assertThat(found.largest()).containsExactly(1, 3, 5);
      assertThat(found.grouped()).containsExactly(0, 7, 1, 3, 5, 2, 6, 4);
    }
  }

  @Test
  void ofTwoLargestComponentsTheOneWithTheSmallestNodeWins() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 5, 1, 4, 2, 3);
      assertThat(ConnectedComponents.of(graph, work).largest()).containsExactly(1, 4);
    }
  }

  @Test
  void noNodesMakeNoComponentAndOneNodeMakesOne() {
    try (Workspace work = Workspace.open(2)) {
      ConnectedComponents none = ConnectedComponents.of(NamedGraphs.edges(work, 0), work);
      assertThat(none.count()).isZero();
      assertThat(none.largest()).isEmpty();
      ConnectedComponents one = ConnectedComponents.of(NamedGraphs.edges(work, 1), work);
      assertThat(one.count()).isEqualTo(1);
      assertThat(one.largest()).containsExactly(0);
    }
  }

  @Test
  void directionsAreIgnored() {
    try (Workspace work = Workspace.open(1)) {
      // Only row 3 says that the four nodes hang together.
      CsrGraph graph = NamedGraphs.directed(work, 5, 3, 0, 3, 1, 3, 2).graph();
      assertThat(ConnectedComponents.of(graph, work).component()).containsExactly(0, 0, 0, 0, 1);
    }
  }

  /// Sparse enough for many components, then for one giant and dust, then dense.
  @ParameterizedTest
  @CsvSource({"4000, 1500", "4000, 3000", "4000, 20000"})
  void anyNumberOfThreadsFindsWhatASearchFinds(int nodes, int edges) {
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        for (long seed = 0; seed < 5; seed++) {
          CsrGraph graph = NamedGraphs.skewed(work, nodes, edges, seed);
          CsrGraph shuffled =
              NamedGraphs.renamed(work, graph, NamedGraphs.permutation(nodes, seed));
          int[] expected = breadthFirst(shuffled);
          ConnectedComponents found = ConnectedComponents.of(shuffled, work);
          assertThat(found.component()).as("seed %d", seed).isEqualTo(expected);
          assertThat(found.count()).isEqualTo(Arrays.stream(expected).max().orElse(-1) + 1);
          assertThat(Arrays.stream(found.sizes()).sum()).isEqualTo(nodes);
        }
      }
    }
  }

  /// The plain twin: one search after the other, from the smallest node not yet seen.
  private static int[] breadthFirst(CsrGraph graph) {
    int[] component = new int[graph.nodeCount()];
    Arrays.fill(component, -1);
    int count = 0;
    for (int start = 0; start < component.length; start++) {
      if (component[start] >= 0) {
        continue;
      }
      var queue = new ArrayDeque<Integer>();
      queue.add(start);
      component[start] = count;
      while (!queue.isEmpty()) {
        for (int neighbour : GraphAssert.row(graph, queue.remove())) {
          if (component[neighbour] < 0) {
            component[neighbour] = count;
            queue.add(neighbour);
          }
        }
      }
      count++;
    }
    return component;
  }
}
