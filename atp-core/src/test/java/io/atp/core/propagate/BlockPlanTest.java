package io.atp.core.propagate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;

class BlockPlanTest {
  private static final int NODES = 1_000_000;
  private static final ComputedFeatures X = ComputedFeatures.of(NODES, 256, (_, _) -> 0);

  private static BlockPlan plan(CsrGraph graph, BlockConfig config, long limit) {
    var limited =
        new BlockConfig(
            config.propagation().withMemoryBytes(limit),
            config.rows(),
            config.results(),
            config.panels());
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
      assertThatThrownBy(() -> plan(graph, config, least - (8 << 20)))
          .hasMessageContaining(", or --panels bf16, which needs ");
    }
  }
}
