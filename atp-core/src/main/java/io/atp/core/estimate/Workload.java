package io.atp.core.estimate;

import io.atp.core.runtime.Require;

/// How large the work is.
///
/// @param nodes n
/// @param arcs stored entries: twice the edges of a graph without directions
/// @param featureWidth f, 0 for a graph without features
/// @param hopCount K
/// @param threads that work
public record Workload(long nodes, long arcs, int featureWidth, int hopCount, int threads) {
  public Workload {
    Require.atLeast("nodes", nodes, 1L);
    Require.that(
        nodes <= Integer.MAX_VALUE - 8, "at most %d nodes fit, got %d", Integer.MAX_VALUE, nodes);
    Require.atLeast("arcs", arcs, 0L);
    Require.atLeast("featureWidth", featureWidth, 0);
    Require.atLeast("hopCount", hopCount, 0);
    Require.atLeast("threads", threads, 1);
  }

  /// Offsets and targets.
  public long topologyBytes() {
    return 8 * (nodes + 1) + 4 * arcs;
  }

  /// X as float32.
  public long featureBytes() {
    return 4 * nodes * featureWidth;
  }
}
