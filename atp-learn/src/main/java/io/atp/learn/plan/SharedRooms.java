package io.atp.learn.plan;

import io.atp.core.correct.CorrectedGraph;
import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.correct.MaskOrder;
import io.atp.core.encode.Encoding;
import io.atp.core.encode.EncodingConfig;
import io.atp.core.encode.Encodings;
import io.atp.core.encode.LocalNodeContext;
import io.atp.core.feature.Features;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.ContentHash;
import io.atp.core.runtime.SharedResults.Shared;
import io.atp.core.runtime.Workspace;
import java.util.Set;
import java.util.TreeSet;

/// Corrected graphs and encodings that plans have in common: equal corrections of a graph give one
/// graph, and the weights of encodings and C come after the encodings.
final class SharedRooms {
  private SharedRooms() {}

  /// Masks that look at features are not shared.
  static Shared<CorrectedGraph> corrected(
      CsrGraph graph, Features features, CorrectionConfig config, Workspace work) {
    long bytes =
        config.order() == MaskOrder.RANDOM
            ? graph.arcCount() * Integer.BYTES + (graph.nodeCount() + 1L) * Long.BYTES
            : Long.MAX_VALUE;
    return work.shared(
        () -> topology(graph, work).add(config.toString()).text(),
        bytes,
        memory -> HighBiasCorrection.apply(graph, features, config, memory));
  }

  /// @param wanted all that have a weight
  static Shared<Encodings> described(
      CsrGraph graph, EncodingConfig config, Set<Encoding> wanted, Workspace work) {
    return work.shared(
        () ->
            topology(graph, work)
                .add(new TreeSet<>(wanted).toString())
                .add(config.clustering().toString())
                .add(config.stop().toString())
                .add(new double[] {config.tolerance(), config.maxIterations()})
                .text(),
        (wanted.size() + 1L) * graph.nodeCount() * Double.BYTES,
        memory -> LocalNodeContext.describe(graph, config, wanted, memory));
  }

  private static ContentHash topology(CsrGraph graph, Workspace work) {
    return new ContentHash().add(work.hashOf(graph));
  }
}
