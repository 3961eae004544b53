package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;

class DistancesTest {
  @Test
  void onAPathTheyCountUpAndApartTheyAreNot() {
    try (Workspace work = Workspace.open(1)) {
      var arcs = new ArcBuffer(work);
      for (int i = 0; i < 4; i++) {
        arcs.add(i, i + 1);
      }
      CsrGraph path = GraphBuilder.undirected(6, work).add(arcs).build().graph();
      assertThat(Distances.from(path, 1)).containsExactly(1, 0, 1, 2, 3, Distances.UNREACHED);
    }
  }

  @Test
  void arcsAreFollowedTheWayTheyPoint() {
    try (Workspace work = Workspace.open(1)) {
      var arcs = new ArcBuffer(work);
      arcs.add(0, 1);
      arcs.add(1, 2);
      CsrGraph line = GraphBuilder.directed(3, work).add(arcs).build().graph();
      assertThat(Distances.from(line, 0)).containsExactly(0, 1, 2);
      assertThat(Distances.from(line, 2))
          .containsExactly(Distances.UNREACHED, Distances.UNREACHED, 0);
    }
  }
}
