package io.atp.core.propagate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.kernel.Kernels;
import io.atp.core.propagate.BlockConfig.Topology;
import io.atp.core.propagate.BlockPlan.Form;
import io.atp.core.propagate.PropagationConfig.RowOrder;
import io.atp.core.runtime.Workspace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockPlanTest {
  private static final int NODES = 1_000_000;
  private static final ComputedFeatures X = ComputedFeatures.of(NODES, 256, (_, _) -> 0);

  private static BlockPlan plan(CsrGraph graph, BlockConfig config, long limit) {
    var limited =
        new BlockConfig(
            config.propagation().withMemoryBytes(limit),
            config.rows(),
            config.results(),
            config.panels(),
            config.topology());
    return BlockPlan.of(graph, X, limited);
  }

  @Test
  void aTighterLimitMeansNarrowerPanelsAndNeverMoreThanTheLimit() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.path(work, NODES);
      BlockConfig config = BlockConfig.of(PropagationConfig.of(2, new HopCombiner.All()));
      BlockPlan roomy = BlockPlan.of(graph, X, config);
      assertThat(roomy.width()).isEqualTo(Kernels.active().widestPanel());
      long least = BlockPlan.leastBytes(graph, X, config);
      int width = roomy.width();
      for (long limit = roomy.residentBytes(); limit >= least + (1 << 20); limit -= 8 << 20) {
        BlockPlan plan = plan(graph, config, limit);
        assertThat(plan.residentBytes()).isLessThanOrEqualTo(limit);
        assertThat(plan.width()).isLessThanOrEqualTo(width);
        width = plan.width();
      }
      assertThat(width).isEqualTo(4);
    }
  }

  /// Of what all of it would take in memory at once: topology, X, three results, two wide panels.
  @Test
  void aTwentiethOfWhatAllWouldTakeIsEnough() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.path(work, NODES);
      BlockConfig config = BlockConfig.of(PropagationConfig.of(2, new HopCombiner.All()));
      long need = graph.sizeBytes() + NODES * 4L * (256 * 4 + 2 * 64);
      long jvm = MemoryPlan.jvmBytes();
      assertThat(plan(graph, config, jvm + need).width()).isEqualTo(Kernels.active().widestPanel());
      assertThat(plan(graph, config, jvm + need / 4).width()).isGreaterThanOrEqualTo(16);
      assertThat(plan(graph, config, jvm + need / 20).width()).isGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void whatCannotFitIsRefusedWithWhatWould() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.path(work, NODES);
      BlockConfig config = BlockConfig.of(PropagationConfig.of(2, new HopCombiner.All()));
      assertThatThrownBy(() -> plan(graph, config, 20 << 20))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(
              "propagating 256 columns over 1,000,000 nodes and 1,999,998 arcs needs at least"
                  + " [0-9,]+ MB of memory, the limit is 20 MB; --memory [0-9]+m would do, or less"
                  + " with a graph that atp import stored, or atp spark on more machines");
      long least = BlockPlan.leastBytes(graph, X, config);
      assertThatThrownBy(() -> plan(graph, config, least - (4 << 20)))
          .hasMessageContaining(", or --panels bf16, which needs ");
    }
  }

  /// The graph takes 16 MB as it is and 4.5 MB compressed; panels of a vector are the same in all.
  @Test
  void autoCompressesWhereOnlyThatFitsBesideThePanels(@TempDir Path folder) throws IOException {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = mapped(NamedGraphs.path(work, NODES), folder, work);
      BlockConfig auto = BlockConfig.of(PropagationConfig.of(2, new HopCombiner.All()));
      BlockConfig plain = auto.withTopology(Topology.PLAIN);
      BlockConfig compressed = auto.withTopology(Topology.COMPRESSED);
      int vector = Kernels.active().widestPanel() / 4;
      long narrow = BlockPlan.leastBytes(graph, X, auto) + 2L * NODES * 4 * (vector - 4);

      BlockPlan roomy = plan(graph, auto, narrow + (20 << 20));
      assertThat(roomy.form()).isEqualTo(Form.HELD);
      assertThat(roomy.bytesPerArc(graph)).isBetween(7.9, 8.1);
      BlockPlan tight = plan(graph, auto, narrow + (10 << 20));
      assertThat(tight.form()).isEqualTo(Form.COMPRESSED);
      assertThat(tight.width()).isEqualTo(vector);
      assertThat(tight.bytesPerArc(graph)).isBetween(2.2, 2.4);
      BlockPlan tightest = plan(graph, auto, narrow + (2 << 20));
      assertThat(tightest.form()).isEqualTo(Form.STREAMED);

      assertThat(plan(graph, plain, narrow + (10 << 20)).form()).isEqualTo(Form.STREAMED);
      BlockPlan forced = plan(graph, compressed, narrow + (2 << 20));
      assertThat(forced.form()).isEqualTo(Form.COMPRESSED);
      assertThat(forced.width()).isLessThan(vector);
      assertThat(plan(graph, compressed, 0).form()).isEqualTo(Form.COMPRESSED);
      assertThat(plan(graph, auto, 0).form()).isEqualTo(Form.HELD);
      assertThatThrownBy(() -> plan(graph, compressed, 20 << 20))
          .hasMessageContaining(", or --topology auto, which can read the graph from disk");
    }
  }

  /// What is in memory anyway would only be copied.
  @Test
  void autoLeavesAGraphInMemoryAsItIs() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.path(work, NODES);
      BlockConfig auto = BlockConfig.of(PropagationConfig.of(2, new HopCombiner.All()));
      long least = BlockPlan.leastBytes(graph, X, auto);
      for (long limit = least + (4 << 20); limit < least + (200 << 20); limit += 16 << 20) {
        assertThat(plan(graph, auto, limit).form()).isEqualTo(Form.HELD);
      }
    }
  }

  @Test
  void movedRowsAreNotCompressed() {
    var moved = PropagationConfig.of(2, new HopCombiner.All()).withOrder(RowOrder.BY_DEGREE);
    assertThatThrownBy(() -> BlockConfig.of(moved).withTopology(Topology.COMPRESSED))
        .hasMessage("a compressed topology keeps rows as given, got the order BY_DEGREE");
  }

  private static CsrGraph mapped(CsrGraph graph, Path folder, Workspace work) throws IOException {
    return CsrGraph.of(
        mapped(graph.offsets(), folder.resolve("offsets"), work),
        mapped(graph.targets(), folder.resolve("targets"), work),
        graph.symmetric());
  }

  private static MemorySegment mapped(MemorySegment data, Path file, Workspace work)
      throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MemorySegment mapped =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, data.byteSize(), work.arena());
      return mapped.copyFrom(data);
    }
  }
}
