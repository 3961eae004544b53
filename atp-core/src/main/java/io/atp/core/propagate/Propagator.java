package io.atp.core.propagate;

import io.atp.core.feature.ColumnSource;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// X⁽ᵏ⁺¹⁾ = P̃ X⁽ᵏ⁾, K times.
///
/// The panel is outermost: 32 columns (two cache lines a row) go through all K hops before the next
/// 32. Inside, the walk is `Y ← D̂⁻¹(A+I) Y` on `Y = diag(right) X`, because `left_i · right_i`
/// folds the scaling of two consecutive hops into one factor per row; a result is `X_i = Y_i /
/// right_i`. A gather moves `4 · width` bytes per arc and nothing else that grows with arcs but 4
/// bytes of topology.
public final class Propagator {
  private Propagator() {}

  /// Propagates into memory of the workspace, or into files of its folder where that is short.
  public static HopFeatures propagate(
      PropagationOperator operator, Features features, PropagationConfig asked, Workspace work) {
    PropagationConfig config = within(work, operator.graph(), features, asked);
    MemoryPlan plan = MemoryPlan.of(operator.graph(), features, config);
    int rows = features.rows();
    int width = features.width();
    HopFeatures results = HopFeatures.allocate(config.outputCount(), rows, width, work);
    long held =
        results.matrices().stream()
            .map(DenseFeatures::data)
            .filter(result -> !result.isMapped())
            .mapToLong(MemorySegment::byteSize)
            .sum();
    Require.that(
        config.memoryBytes() == 0 || held == 0 || plan.heldWith(held) <= config.memoryBytes(),
        "%d results of %d rows and %d columns do not fit in %,d MB of memory; write them to files",
        config.outputCount(),
        rows,
        width,
        config.memoryBytes() >> 20);
    propagate(operator, features, config, i -> results.hop(i).data(), work);
    return results;
  }

  /// The limit of the workspace, less what it holds beside this graph and these features; a plan
  /// counts the JVM in.
  static PropagationConfig within(
      Workspace work, CsrGraph graph, ColumnSource source, PropagationConfig config) {
    if (config.memoryBytes() > 0 || work.spill().isEmpty()) {
      return config;
    }
    long counted = source.residentBytes() + (graph.targets().isMapped() ? 0 : graph.sizeBytes());
    long others = Math.max(0, work.heldBytes() - counted);
    long limit = work.spill().get().memoryBytes() + MemoryPlan.jvmBytes();
    return config.withMemoryBytes(Math.max(1, limit - others));
  }

  /// Propagates into destinations of the caller's.
  public static MemoryPlan propagate(
      PropagationOperator operator,
      Features features,
      PropagationConfig config,
      HopOutput output,
      Workspace work) {
    requireRows(operator, features);
    MemoryPlan plan = MemoryPlan.of(operator.graph(), features, config);
    propagate(operator, features, config, plan, output, work);
    return plan;
  }

  /// The same walk for a visitor that decides itself what is kept; nothing is written here. Rows
  /// lie by node id.
  ///
  /// @param lazyShare as in [PropagationConfig]
  /// @param memoryBytes as in [PropagationConfig]; what the visitor holds is its own affair
  public static MemoryPlan walk(
      PropagationOperator operator,
      Features features,
      int hopCount,
      double lazyShare,
      long memoryBytes,
      HopVisitor visitor,
      Workspace work) {
    requireRows(operator, features);
    PropagationConfig config =
        PropagationConfig.of(hopCount, new HopCombiner.Last())
            .withLazyShare(lazyShare)
            .withOrder(PropagationConfig.RowOrder.AS_GIVEN)
            .withMemoryBytes(memoryBytes);
    MemoryPlan plan = MemoryPlan.of(operator.graph(), features, config);
    walk(operator, features, config, plan, List.of(), visitor, work);
    return plan;
  }

  private static void requireRows(PropagationOperator operator, Features features) {
    Require.that(
        features.rows() == operator.nodeCount(),
        "features have %d rows, graph has %d nodes",
        features.rows(),
        operator.nodeCount());
  }

  static void propagate(
      PropagationOperator operator,
      Features features,
      PropagationConfig config,
      MemoryPlan plan,
      HopOutput output,
      Workspace work) {
    long bytes = (long) features.rows() * features.width() * Float.BYTES;
    List<MemorySegment> destinations = new ArrayList<>();
    for (int i = 0; i < config.outputCount(); i++) {
      MemorySegment destination = output.destination(i);
      Require.that(
          destination.byteSize() == bytes,
          "output %d has %d bytes, %d rows of %d columns need %d",
          i,
          destination.byteSize(),
          features.rows(),
          features.width(),
          bytes);
      destinations.add(destination);
    }
    walk(operator, features, config, plan, destinations, null, work);
  }

  private static void walk(
      PropagationOperator operator,
      Features features,
      PropagationConfig config,
      MemoryPlan plan,
      List<MemorySegment> destinations,
      HopVisitor visitor,
      Workspace work) {
    try (Workspace scratch = work.scratch()) {
      PanelWalk walk =
          new PanelWalk(operator, features, config, plan, destinations, visitor, scratch);
      int panels = Math.ceilDiv(features.width(), plan.panelWidth());
      for (int panel = 0; panel < panels; panel++) {
        walk.run(panel * plan.panelWidth());
        work.progress().report("propagate", panel + 1L, panels);
      }
    }
  }
}
