package io.atp.core.correct;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.graph.NodeSet;
import io.atp.core.graph.RowChunks;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptArcsTest {
  /// Against one question an arc, in the order of the arcs: hubs longer than a word, rows that end
  /// inside one, many chunks.
  @ParameterizedTest
  @CsvSource({"EDGES, 0.3", "EDGES, 1.0", "ROWS, 0.5", "ROWS, 0"})
  void aMaskLeavesWhatEachArcsScoreSays(MaskBy by, double maskedShare) {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.skewed(work, 3_000, 60_000, 4);
      assertThat(RowChunks.of(graph).count()).isGreaterThan(5);
      assertThat(graph.maxDegree(work.workers())).isGreaterThan(200);
      NodeSet chosen = NodeSet.where(3_000, node -> node % 7 == 0, work.workers());
      EdgeMask mask = new EdgeMask(graph, chosen, new RandomScores(5), by);
      CsrGraph left = mask.apply(maskedShare, work);
      int[] row = new int[graph.maxDegree(work.workers())];
      for (int node = 0; node < 3_000; node++) {
        int source = node;
        int degree = graph.copyRow(node, row);
        int[] expected =
            Arrays.stream(row, 0, degree)
                .filter(target -> !(mask.hidingScore(source, target) < maskedShare))
                .toArray();
        int[] found = new int[degree];
        int kept = left.copyRow(node, found);
        assertThat(Arrays.copyOf(found, kept)).as("row %d", node).isEqualTo(expected);
      }
    }
  }
}
