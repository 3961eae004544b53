package io.atp.core.graph;

import static io.atp.core.graph.GraphAssert.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private Surroundings of(CsrGraph graph, int steps, int... centres) {
    return Surroundings.of(graph, centres, steps, work).orElseThrow();
  }

  @Test
  void twoStepsAlongAPathBringFourNeighboursAndThreeRows() {
    Surroundings part = of(NamedGraphs.path(work, 100), 2, 50);
    assertThat(part.nodes()).containsExactly(48, 49, 50, 51, 52);
    assertThat(row(part.graph(), 0)).isEmpty();
    assertThat(row(part.graph(), 1)).containsExactly(0, 2);
    assertThat(row(part.graph(), 2)).containsExactly(1, 3);
    assertThat(row(part.graph(), 3)).containsExactly(2, 4);
    assertThat(row(part.graph(), 4)).isEmpty();
  }

  @Test
  void oneStepOfAStarBringsTheCentreWithoutItsRow() {
    Surroundings part = of(NamedGraphs.star(work, 9), 1, 3);
    assertThat(part.nodes()).containsExactly(0, 3);
    assertThat(row(part.graph(), 0)).isEmpty();
    assertThat(row(part.graph(), 1)).containsExactly(0);
  }

  @Test
  void whereMostNodesAreReachedTheyKeepTheirNumbers() {
    CsrGraph star = NamedGraphs.star(work, 9);
    Surroundings part = of(star, 2, 3);
    assertThat(part.nodes()).isEqualTo(IntStream.range(0, 10).toArray());
    assertThat(row(part.graph(), 0)).isEqualTo(row(star, 0));
    assertThat(row(part.graph(), 3)).containsExactly(0);
    assertThat(part.graph().arcCount()).isEqualTo(10);
  }

  @Test
  void nothingIsCutOutOfAClique() {
    assertThat(Surroundings.of(NamedGraphs.clique(work, 6), new int[] {2}, 2, work)).isEmpty();
  }

  @Test
  void directionsAreThoseOfListening() {
    CsrGraph graph = NamedGraphs.directed(work, 8, 0, 1, 1, 2, 3, 0, 4, 5, 5, 6, 6, 7).graph();
    Surroundings part = of(graph, 2, 0);
    int[] listensTo = row(graph, 0);
    assertThat(part.nodes()).contains(listensTo).contains(0);
    assertThat(part.graph().symmetric()).isFalse();
    for (int node : new int[] {0, listensTo[0]}) {
      int place = Arrays.binarySearch(part.nodes(), node);
      int[] names = IntStream.of(row(part.graph(), place)).map(j -> part.nodes()[j]).toArray();
      assertThat(names).isEqualTo(row(graph, node));
    }
  }

  @Test
  void anIsolatedNodeIsAloneAndOneThatIsNotThereIsRefused() {
    CsrGraph graph = NamedGraphs.edges(work, 5, 0, 1, 1, 2);
    assertThat(of(graph, 3, 4).nodes()).containsExactly(4);
    assertThatThrownBy(() -> of(graph, 1, 5)).hasMessage("node 5 is not among 5 nodes");
  }

  @Test
  void whereNodesCountAllThatAreNotReachedGo() {
    CsrGraph path = NamedGraphs.path(work, 10);
    int[] centre = {3};
    assertThat(Surroundings.of(path, centre, 9, work)).isEmpty();
    assertThat(Surroundings.ofNodes(path, centre, 9, work)).isEmpty();
    Surroundings part = Surroundings.ofNodes(path, centre, 4, work).orElseThrow();
    assertThat(part.nodes()).isEqualTo(IntStream.range(0, 8).toArray());
    assertThat(row(part.graph(), 6)).containsExactly(5, 7);
    assertThat(row(part.graph(), 7)).isEmpty();
  }

  @Test
  void componentsThatHoldNoCentreGo() {
    CsrGraph graph = NamedGraphs.edges(work, 8, 0, 2, 2, 4, 4, 6, 1, 3, 3, 5);
    Surroundings part = Surroundings.ofNodes(graph, new int[] {6, 7}, 30, work).orElseThrow();
    assertThat(part.nodes()).containsExactly(0, 2, 4, 6, 7);
    assertThat(part.graph().arcCount()).isEqualTo(6);
    assertThat(row(part.graph(), 4)).isEmpty();
  }
}
