package io.atp.io.generate;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;

/// New edges, one after the other, until the graph has as many as were asked for.
///
/// They come from the model for as long as it still offers new ones; where hubs are saturated
/// (dense graphs) the rest are uniform pairs, and the log says how many.
final class EdgeTopUp {
  private static final System.Logger LOG = System.getLogger(EdgeTopUp.class.getName());
  private static final long MODEL_DRAWS_PER_EDGE = 8;

  private EdgeTopUp() {}

  /// `missing` edges that `graph` does not have.
  static ArcBuffer draw(
      GeneratorConfig config, BlockModel model, CsrGraph graph, long missing, Workspace scratch) {
    ArcBuffer added = new ArcBuffer(scratch);
    PairSet seen = new PairSet(missing);
    HashStream random = new HashStream();
    long modelDraws = MODEL_DRAWS_PER_EDGE * missing;
    for (long draw = 0; draw < modelDraws && seen.size() < missing; draw++) {
      addIfNew(model.edge(Purpose.TOP_UP, draw, random), graph, seen, added);
    }
    long uniform = missing - seen.size();
    if (uniform > 0) {
      LOG.log(
          System.Logger.Level.INFO,
          "generator: {0} of {1} edges are uniform pairs, because hubs are saturated",
          uniform,
          config.edgeCount());
    }
    int nodeCount = config.nodeCount();
    for (long draw = 0; seen.size() < missing; draw++) {
      long hash = StatelessHash.of(config.seed(), Purpose.UNIFORM_PAIR, draw);
      int a = StatelessHash.below(hash, nodeCount);
      int b = StatelessHash.below(StatelessHash.mix(hash), nodeCount);
      addIfNew(a == b ? BlockModel.NONE : BlockModel.pair(a, b), graph, seen, added);
    }
    return added;
  }

  private static void addIfNew(long pair, CsrGraph graph, PairSet seen, ArcBuffer added) {
    if (pair == BlockModel.NONE) {
      return;
    }
    int smaller = (int) (pair >>> 32);
    int larger = (int) pair;
    if (!graph.hasArc(smaller, larger) && seen.add(pair)) {
      added.add(smaller, larger);
    }
  }
}
