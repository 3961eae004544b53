package io.atp.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.correct.CorrectedGraph;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.correct.MaskBudget;
import io.atp.core.correct.MaskBy;
import io.atp.core.correct.MaskOrder;
import io.atp.core.correct.NodeChoice;
import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.Encodings;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.feature.ComputedFeatures;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every room on mapped files, in a workspace that may hold next to nothing: the same bytes as in
/// memory.
class SpilledWorkTest {
  private static final int NODES = 3_000;

  @TempDir Path folder;

  private static CsrGraph random(boolean symmetric, Workspace work) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < 30_000; i++) {
      double unit = StatelessHash.unit(StatelessHash.mix(i + 1));
      arcs.add((int) (NODES * unit * unit), StatelessHash.below(StatelessHash.mix(-i), NODES));
    }
    GraphBuilder builder =
        symmetric ? GraphBuilder.undirected(NODES, work) : GraphBuilder.directed(NODES, work);
    return builder.add(arcs).build().graph();
  }

  private Workspace tight(int threads) {
    Workspace work = Workspace.open(threads);
    work.spillTo(folder, 4_096);
    return work;
  }

  private static ComputedFeatures features() {
    return new ComputedFeatures(
        NODES,
        5,
        (row, from, columns, into, at) -> {
          for (int i = 0; i < columns; i++) {
            float value = (float) StatelessHash.unit(StatelessHash.of(1, row, from + i)) - 0.5f;
            into.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at + 4L * i, value);
          }
        },
        Map.of());
  }

  @ParameterizedTest
  @CsvSource({"EDGES, RANDOM, 1", "EDGES, LEAST_ALIKE_FIRST, 2", "ROWS, RANDOM, 7"})
  void correctingGivesTheSameGraph(MaskBy by, MaskOrder order, int threads) {
    CorrectionConfig config =
        new CorrectionConfig(
            new NodeChoice.TopAndSampled(0.1, 0.2), new MaskBudget.RemovedShare(0.1), by, order, 3);
    try (Workspace plain = Workspace.open(2);
        Workspace tight = tight(threads)) {
      CorrectedGraph expected =
          HighBiasCorrection.apply(random(true, plain), features(), config, plain);
      CsrGraph graph = random(true, tight);
      assertThat(graph.targets().isMapped()).isTrue();
      CorrectedGraph corrected = HighBiasCorrection.apply(graph, features(), config, tight);
      assertThat(corrected.graph().targets().isMapped()).isTrue();
      GraphAssert.assertSame(corrected.graph(), expected.graph());
      assertThat(corrected.account()).isEqualTo(expected.account());
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 2", "false, 7"})
  void everyEncodingIsTheSame(boolean symmetric, int threads) {
    EncodingConfig config = EncodingConfig.defaults();
    EnumSet<Encoding> all = EnumSet.allOf(Encoding.class);
    try (Workspace plain = Workspace.open(2);
        Workspace tight = tight(threads)) {
      Encodings expected = LocalNodeContext.describe(random(symmetric, plain), config, all, plain);
      Encodings found = LocalNodeContext.describe(random(symmetric, tight), config, all, tight);
      for (Encoding encoding : all) {
        assertThat(found.values(encoding)).as("%s", encoding).isEqualTo(expected.values(encoding));
      }
      assertThat(found.triangles()).isEqualTo(expected.triangles());
    }
  }

  @Test
  void componentsOrdersTransposesAndSubgraphsAreTheSame() {
    int[] subset = new int[NODES / 3];
    for (int i = 0; i < subset.length; i++) {
      subset[i] = 3 * i;
    }
    try (Workspace plain = Workspace.open(1);
        Workspace tight = tight(2)) {
      CsrGraph expected = random(false, plain);
      CsrGraph graph = random(false, tight);
      assertThat(ConnectedComponents.of(graph, tight).component())
          .isEqualTo(ConnectedComponents.of(expected, plain).component());
      int[] order = DegreeOrder.of(expected, plain);
      assertThat(DegreeOrder.of(graph, tight)).isEqualTo(order);
      CsrGraph transposed = Transpose.of(graph, tight);
      assertThat(transposed.targets().isMapped()).isTrue();
      GraphAssert.assertSame(transposed, Transpose.of(expected, plain));
      GraphAssert.assertSame(
          InducedSubgraph.of(graph, subset, tight).graph(),
          InducedSubgraph.of(expected, subset, plain).graph());
      GraphAssert.assertSame(
          Relabelling.apply(graph, order, tight), Relabelling.apply(expected, order, plain));
    }
  }

  @Test
  void aStreamedGraphReadsTheSameAfterItsPagesWereHandedBack() {
    try (Workspace plain = Workspace.open(1);
        Workspace tight = tight(1)) {
      CsrGraph expected = random(true, plain);
      CsrGraph graph = random(true, tight).streamed();
      graph.check(tight.workers());
      graph.release(0, NODES);
      GraphAssert.assertSame(graph, expected);
      expected.streamed().release(0, NODES); // in memory there is nothing to hand back
      GraphAssert.assertSame(expected, graph);
    }
  }
}
