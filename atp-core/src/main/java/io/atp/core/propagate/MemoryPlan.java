package io.atp.core.propagate;

import io.atp.core.feature.ColumnSource;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.Kernels;
import io.atp.core.runtime.Require;

/// How a propagation fits its memory: how wide a panel is, and whether finished pages of mapped
/// outputs are let go.
///
/// Held at all times: the topology, per node three floats' worth of factors, and the panels (two,
/// one more for the restart, one more for a weighted sum). Mapped outputs stay resident when there
/// is room, and are released after every pass when there is not. Neither choice changes a result.
///
/// @param panelWidth columns that travel together: four vectors (64 columns of 512 bits), or fewer
///   when memory is short or columns are few
/// @param panelCount panels held at a time
/// @param releaseOutputs whether output pages are handed back to the system after each pass
/// @param residentBytes what all this comes to
public record MemoryPlan(
    int panelWidth, int panelCount, boolean releaseOutputs, long residentBytes) {
  /// The JVM beside its heap: code, threads, the compiler at work.
  private static final long JVM_BYTES = 100L << 20;

  /// An output that is written in so few passes is released even where there is room: its pages
  /// come back at most this often.
  private static final int CHEAP_PASSES = 2;

  /// The JVM with the heap it has taken so far: what another room left there is not free.
  public static long jvmBytes() {
    return JVM_BYTES + Runtime.getRuntime().totalMemory();
  }

  /// Whether panels and whole results are within the limit together.
  public static boolean holdsResults(
      CsrGraph graph, ColumnSource source, PropagationConfig config) {
    long limit = config.memoryBytes() == 0 ? Long.MAX_VALUE : config.memoryBytes();
    int narrowest = Kernels.active().widestPanel() / 4;
    long results = config.outputCount() * (long) source.rows() * source.width() * Float.BYTES;
    return fixed(graph, source, config) + panels(config) * source.rows() * narrowest * Float.BYTES
        <= limit - Math.min(limit, results);
  }

  private static long panels(PropagationConfig config) {
    return 2L
        + (config.restartShare() > 0 ? 1 : 0)
        + (config.combiner() instanceof HopCombiner.Weighted ? 1 : 0);
  }

  /// All but panels and results.
  private static long fixed(CsrGraph graph, ColumnSource source, PropagationConfig config) {
    boolean copied =
        OrderChoice.settle(graph, source, config) != PropagationConfig.RowOrder.AS_GIVEN;
    return jvmBytes()
        + graph.sizeBytes() * (copied ? 2 : 1)
        + graph.nodeCount() * (copied ? 36L : 28L)
        + source.residentBytes();
  }

  /// @throws IllegalArgumentException when even the narrowest plan needs more than the limit
  public static MemoryPlan of(CsrGraph graph, Features features, PropagationConfig config) {
    int panels = (int) panels(config);
    long rows = graph.nodeCount();
    long fixed = fixed(graph, features, config);
    long outputs = config.outputCount() * rows * features.width() * Float.BYTES;
    int widest = Kernels.active().widestPanel();
    int narrowest = widest / 4;
    while (widest > narrowest && widest / 2 >= features.width()) {
      widest /= 2;
    }
    long limit = config.memoryBytes() == 0 ? Long.MAX_VALUE : config.memoryBytes();
    for (int width = widest; width >= narrowest; width /= 2) {
      long held = fixed + panels * rows * width * Float.BYTES;
      boolean fewPasses = features.width() <= CHEAP_PASSES * width;
      if (held + outputs <= limit && !fewPasses) {
        return new MemoryPlan(width, panels, false, held + outputs);
      }
      if (held <= limit) {
        return new MemoryPlan(width, panels, true, held);
      }
    }
    long least = fixed + panels * rows * narrowest * Float.BYTES;
    Require.that(
        false,
        "propagating over %,d nodes and %,d arcs needs at least %,d MB of memory, the limit is %,d"
            + " MB",
        graph.nodeCount(),
        graph.arcCount(),
        Math.ceilDiv(least, 1L << 20),
        limit >> 20);
    throw new AssertionError();
  }

  /// What it comes to when the results, so many bytes, cannot be released.
  long heldWith(long results) {
    return releaseOutputs ? residentBytes + results : residentBytes;
  }
}
