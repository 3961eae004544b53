package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.runtime.Workspace;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class CsrGraphTest {
  private static CsrGraph graph(Workspace work, long[] offsets, int[] targets, boolean symmetric) {
    return CsrGraph.of(
        work.arena().allocateFrom(ValueLayout.JAVA_LONG, offsets),
        work.arena().allocateFrom(ValueLayout.JAVA_INT, targets),
        symmetric);
  }

  private static void assertRefused(
      long[] offsets, int[] targets, boolean symmetric, String message) {
    try (Workspace work = Workspace.open(2)) {
      assertThatThrownBy(() -> graph(work, offsets, targets, symmetric).check(work.workers()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void arraysThatLieAreRefusedWithTheRowThatLies() {
    assertRefused(new long[] {0, 1, 2}, new int[] {1}, true, "asks for 2 arcs");
    assertRefused(new long[] {1, 1, 2}, new int[] {1, 0}, true, "start at 0, got 1");
    assertRefused(new long[] {0, 2, 1, 2}, new int[] {1, 2}, false, "node 1 run from 2 to 1");
    assertRefused(new long[] {0, 9, 2}, new int[] {1, 0}, false, "node 0 run from 0 to 9");
    assertRefused(new long[] {0, 1, 2}, new int[] {1, 2}, true, "row 1 lists node 2 after -1");
    assertRefused(new long[] {0, 1, 2}, new int[] {-5, 0}, true, "row 0 lists node -5");
    assertRefused(new long[] {0, 1, 2}, new int[] {0, 0}, true, "row 0 lists node 0");
    assertRefused(
        new long[] {0, 2, 3, 4}, new int[] {2, 1, 0, 0}, true, "row 0 lists node 1 after 2");
  }

  @Test
  void anArcWithoutItsReverseIsNamedWhereSymmetryIsClaimed() {
    long[] offsets = {0, 1, 2, 2};
    int[] targets = {1, 2};
    assertRefused(offsets, targets, true, "has no reverse");
    try (Workspace work = Workspace.open(1)) {
      assertThat(graph(work, offsets, targets, false).check(work.workers()).arcCount())
          .isEqualTo(2);
    }
  }

  @Test
  void chunksCoverAllRowsInOrderWhateverTheDegrees() {
    try (Workspace work = Workspace.open(1)) {
      for (CsrGraph graph :
          new CsrGraph[] {
            NamedGraphs.edges(work, 0),
            NamedGraphs.edges(work, 1),
            NamedGraphs.star(work, 50_000),
            NamedGraphs.path(work, 40_000)
          }) {
        RowChunks chunks = RowChunks.of(graph);
        int next = 0;
        for (int chunk = 0; chunk < chunks.count(); chunk++) {
          assertThat(chunks.from(chunk)).isEqualTo(next);
          assertThat(chunks.to(chunk) - next).isLessThanOrEqualTo(chunks.mostRows());
          next = chunks.to(chunk);
        }
        assertThat(next).isEqualTo(graph.nodeCount());
      }
    }
  }
}
