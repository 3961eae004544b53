package io.atp.io.generate;

import io.atp.core.feature.ComputedFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.ArcSource;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A graph with classes, hubs, features and a split, from a [GeneratorConfig]: see [BlockModel] for
/// its edges and [ClassFeatures] for its features.
///
/// About as many edges as asked for are drawn (see [DrawCount]), and repeats fall away. If more
/// than 1 % are then missing, the rest is drawn one by one until the count is exact, and the graph
/// is built a second time; so the graph has between 99 and 100 % of the edges asked for, and the
/// account tells how many draws were repeats.
///
/// Memory: 8m for the draws and what [GraphBuilder] takes, or, in a workspace that spills, as much
/// as it allows; the draws are then not kept but drawn where they are needed, and so in a workspace
/// with a checkpoint. The graph is the same.
public final class GraphGenerator {
  /// Edges drawn by one thread at a time, into one buffer.
  private static final int EDGES_PER_CHUNK = 1 << 18;

  private static final int PIECE = 1 << 13;
  private static final double TOLERATED_SHORTAGE = 0.01;

  private GraphGenerator() {}

  /// With features in memory. The same bytes for any number of threads; memory lives as long as the
  /// workspace.
  public static GraphData generate(GeneratorConfig config, Workspace work) {
    return withFeatures(
        generateComputed(config, work),
        config.featureWidth() == 0
            ? Optional.empty()
            : Optional.of(ClassFeatures.of(ClassFeatures.recipe(config)).toDense(work)));
  }

  /// The same with features that are computed where they are asked for.
  public static GraphData generateComputed(GeneratorConfig config, Workspace work) {
    ClassLayout layout = new ClassLayout(config.nodeCount(), config.classCount(), config.seed());
    BuiltGraph built = drawGraph(config, layout, work);
    LabelDeal deal = LabelDeal.of(config, layout, work.workers());
    Optional<Features> features =
        config.featureWidth() == 0
            ? Optional.empty()
            : Optional.of(ClassFeatures.of(ClassFeatures.recipe(config)));
    return new GraphData(
        "generated",
        "generated",
        built.graph(),
        built.account(),
        features,
        Optional.of(deal.labels()),
        Optional.of(deal.split()),
        new NodeIds.Same(config.nodeCount()));
  }

  /// Computed features as numbers that a store keeps, or without any.
  public static GraphData storing(GraphData data, boolean numbers) {
    return withFeatures(
        data,
        data.features()
            .filter(_ -> numbers)
            .map(x -> x instanceof ComputedFeatures computed ? computed.withoutRecipe() : x));
  }

  private static GraphData withFeatures(GraphData data, Optional<Features> features) {
    return new GraphData(
        data.name(),
        data.format(),
        data.graph(),
        data.account(),
        features,
        data.labels(),
        data.split(),
        data.ids());
  }

  private static BuiltGraph drawGraph(GeneratorConfig config, ClassLayout layout, Workspace work) {
    BlockModel model = new BlockModel(config, layout);
    EdgeDraws draws = new EdgeDraws(model, DrawCount.of(config, model));
    long need =
        draws.size() * Long.BYTES
            + GraphBuilder.inMemoryBytes(config.nodeCount(), draws.size(), true);
    boolean spills = need > work.room() || work.checkpoint().isPresent();
    try (Workspace scratch = work.scratch()) {
      // Kept draws cost 8 bytes each and are read twice; otherwise they are drawn for the builder.
      List<ArcSource> arcs = spills ? List.of(draws) : keep(draws, scratch);
      BuiltGraph draft = build(config, spills ? work : scratch, arcs);
      long missing = config.edgeCount() - draft.graph().edgeCount();
      if (missing <= TOLERATED_SHORTAGE * config.edgeCount()) {
        return spills ? draft : new BuiltGraph(copy(draft.graph(), work), draft.account());
      }
      List<ArcSource> all = new ArrayList<>(arcs);
      all.add(EdgeTopUp.draw(config, model, draft.graph(), missing, scratch));
      return build(config, work, all);
    }
  }

  private static List<ArcSource> keep(EdgeDraws draws, Workspace work) {
    long chunks = Math.ceilDiv(draws.size(), EDGES_PER_CHUNK);
    Require.that(chunks <= 1 << 24, "%d edges are more than can be drawn at once", draws.size());
    ArcBuffer[] kept = new ArcBuffer[(int) chunks];
    work.workers()
        .forEachChunk(
            kept.length,
            chunk -> {
              ArcBuffer buffer = new ArcBuffer(work);
              long[] piece = new long[PIECE];
              long end = Math.min(draws.size(), (chunk + 1L) * EDGES_PER_CHUNK);
              for (long from = (long) chunk * EDGES_PER_CHUNK; from < end; from += PIECE) {
                int found = draws.copy(from, (int) Math.min(PIECE, end - from), piece);
                buffer.add(piece, found);
              }
              kept[chunk] = buffer;
            });
    return List.of(kept);
  }

  private static BuiltGraph build(GeneratorConfig config, Workspace work, List<ArcSource> arcs) {
    GraphBuilder builder = GraphBuilder.undirected(config.nodeCount(), work);
    arcs.forEach(builder::add);
    return builder.build();
  }

  private static CsrGraph copy(CsrGraph graph, Workspace work) {
    return CsrGraph.of(copy(graph.offsets(), work), copy(graph.targets(), work), true);
  }

  private static MemorySegment copy(MemorySegment from, Workspace work) {
    return work.allocate(from.byteSize()).copyFrom(from);
  }
}
