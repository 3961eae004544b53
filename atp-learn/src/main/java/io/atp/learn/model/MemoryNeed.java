package io.atp.learn.model;

import io.atp.core.feature.FeatureScaling;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;

/// Bytes that a backbone on a graph takes beside the JVM, told before anything is propagated: the
/// graph as often as it is held, features, the matrices a backbone keeps of them, and the states
/// its layers hold. Matrices of a backbone on hops may lie in files, and leave two narrow panels.
public final class MemoryNeed {
  /// Columns of a narrow panel.
  private static final int NARROW_COLUMNS = 16;

  /// Copies of sparse features by column, for gradients: of all, and of two parts of up to half
  /// each.
  private static final int REVERSED = 2;

  /// Bytes a column of wide sparse features takes in the first layer, 256 outputs at most in any
  /// recipe: weights, gradient, two moments, the kept weights and those being copied.
  private static final long FIRST_LAYER = 6L * 256 * Float.BYTES;

  private MemoryNeed() {}

  /// @param plain whether no node-wise strategy forms hops
  public static <S extends Record> long bytes(
      Backbone<S, ?> backbone,
      S settings,
      boolean plain,
      FeatureScaling scaling,
      CsrGraph graph,
      Features features,
      int outputs) {
    int nodes = graph.nodeCount();
    long graphs =
        backbone.keptGraphs(settings) * (graph.arcCount() * Integer.BYTES + (long) nodes * 8);
    boolean onHops = plain && backbone instanceof HopBackbone;
    long x = onHops ? features.residentBytes() : features.sizeBytes();
    boolean sparse =
        features instanceof SparseFeatures
            && backbone.keepsSparsity()
            && scaling != FeatureScaling.STANDARDISE;
    // A strategy makes something of the features first, and works on a copy.
    long matrices = backbone.keptMatrices(settings) + (plain ? 0 : 2);
    long kept =
        onHops
            ? 2L * NARROW_COLUMNS * nodes * Float.BYTES
            : sparse
                ? (matrices + REVERSED) * features.sizeBytes() + FIRST_LAYER * features.width()
                : matrices * nodes * features.width() * Float.BYTES;
    return graphs + x + kept + backbone.stateBytes(settings, nodes, outputs);
  }
}
