package io.atp.io.generate;

import io.atp.core.feature.Features;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;

/// A graph with classes, hubs, features and a split, from a [GeneratorConfig]: see [BlockModel] for
/// its edges and [ClassFeatures] for its features.
///
/// As many edges as asked for are drawn, and repeats fall away. If more than 1 % of them fell away,
/// the rest is drawn one by one until the count is exact, and the graph is built a second time; so
/// the graph has between 99 and 100 % of the edges asked for, and the account tells how many draws
/// were repeats.
///
/// Memory: the result (8n + 8m bytes of topology, 4nf of features, 4n of labels), and while it is
/// made 8m for the draws, 8m for a draft, about 64n for the weights and the builder's 16m.
public final class GraphGenerator {
  /// Edges drawn by one thread at a time, into one buffer.
  private static final int EDGES_PER_CHUNK = 1 << 18;

  private static final double TOLERATED_SHORTAGE = 0.01;

  private GraphGenerator() {}

  /// The same bytes for any number of threads; memory lives as long as the workspace.
  public static GraphData generate(GeneratorConfig config, Workspace work) {
    ClassLayout layout = new ClassLayout(config, work.workers());
    BuiltGraph built = drawGraph(config, layout, work);
    Optional<Features> features =
        config.featureWidth() == 0
            ? Optional.empty()
            : Optional.of(ClassFeatures.draw(config, layout, work));
    return new GraphData(
        "generated",
        "generated",
        built.graph(),
        built.account(),
        features,
        Optional.of(new Labels(config.classCount(), layout.classes())),
        Optional.of(split(config, layout)),
        new NodeIds.Same(config.nodeCount()));
  }

  private static BuiltGraph drawGraph(GeneratorConfig config, ClassLayout layout, Workspace work) {
    try (Workspace scratch = work.scratch()) {
      BlockModel model = new BlockModel(config, layout, work.workers());
      ArcBuffer[] drawn = drawEdges(config, model, scratch);
      BuiltGraph draft = build(config, scratch, drawn);
      long missing = config.edgeCount() - draft.graph().edgeCount();
      if (missing <= TOLERATED_SHORTAGE * config.edgeCount()) {
        return new BuiltGraph(copy(draft.graph(), work), draft.account());
      }
      ArcBuffer more = EdgeTopUp.draw(config, model, draft.graph(), missing, scratch);
      ArcBuffer[] all = Arrays.copyOf(drawn, drawn.length + 1);
      all[drawn.length] = more;
      return build(config, work, all);
    }
  }

  private static ArcBuffer[] drawEdges(GeneratorConfig config, BlockModel model, Workspace work) {
    long edges = config.edgeCount();
    long chunks = Math.ceilDiv(edges, EDGES_PER_CHUNK);
    Require.that(chunks <= 1 << 24, "%d edges are more than can be drawn at once", edges);
    ArcBuffer[] drawn = new ArcBuffer[(int) chunks];
    work.workers()
        .forEachChunk(
            drawn.length,
            chunk -> {
              ArcBuffer buffer = new ArcBuffer(work);
              long from = (long) chunk * EDGES_PER_CHUNK;
              long to = Math.min(edges, from + EDGES_PER_CHUNK);
              for (long index = from; index < to; index++) {
                long pair = model.edge(Purpose.EDGE, index);
                if (pair != BlockModel.NONE) {
                  buffer.add((int) (pair >>> 32), (int) pair);
                }
              }
              drawn[chunk] = buffer;
            });
    return drawn;
  }

  private static BuiltGraph build(GeneratorConfig config, Workspace work, ArcBuffer[] drawn) {
    GraphBuilder builder = GraphBuilder.undirected(config.nodeCount(), work);
    for (ArcBuffer buffer : drawn) {
      builder.add(buffer);
    }
    return builder.build();
  }

  private static CsrGraph copy(CsrGraph graph, Workspace work) {
    return CsrGraph.of(copy(graph.offsets(), work), copy(graph.targets(), work), true);
  }

  private static MemorySegment copy(MemorySegment from, Workspace work) {
    return work.allocate(from.byteSize()).copyFrom(from);
  }

  /// Per class the lowest ids for training, the next for validation, the rest for testing; ids tell
  /// nothing about a node, so the lowest are as good as any.
  private static Split split(GeneratorConfig config, ClassLayout layout) {
    int nodeCount = config.nodeCount();
    byte[] part = new byte[nodeCount];
    int[] sizes = new int[3];
    for (int klass = 0; klass < layout.classCount(); klass++) {
      int members = layout.end(klass) - layout.start(klass);
      int train = Math.min(config.trainPerClass(), Math.ceilDiv(members, 5));
      int validation = Math.min(config.validationPerClass(), (int) (3L * members / 10));
      for (int i = 0; i < members; i++) {
        int chosen = i < train ? 0 : i < train + validation ? 1 : 2;
        part[layout.node(layout.start(klass) + i)] = (byte) chosen;
        sizes[chosen]++;
      }
    }
    int[][] parts = {new int[sizes[0]], new int[sizes[1]], new int[sizes[2]]};
    int[] next = new int[3];
    for (int node = 0; node < nodeCount; node++) {
      parts[part[node]][next[part[node]]++] = node;
    }
    return new Split(parts[0], parts[1], parts[2]);
  }
}
