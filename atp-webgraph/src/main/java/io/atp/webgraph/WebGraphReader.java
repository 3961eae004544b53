package io.atp.webgraph;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.NodeIds;
import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.NodeIterator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A graph compressed by WebGraph: `NAME.graph` with `NAME.properties`, named by either, by `NAME`,
/// or by the folder that holds one such pair.
///
/// Arcs are decoded from first to last and never held all at once in compressed form; offsets are
/// not needed. Directions are dropped by symmetrising. The class that the properties name is
/// compared, never loaded.
public final class WebGraphReader implements GraphReader {
  @Override
  public String format() {
    return "bvgraph";
  }

  @Override
  public boolean accepts(Path path) throws IOException {
    return BvFiles.base(path).isPresent();
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    BvFiles files = BvFiles.open(path);
    try (Workspace scratch = work.scratch()) {
      ArcBuffer arcs = decoded(files, scratch);
      BuiltGraph built = GraphBuilder.undirected(files.nodes(), work).add(arcs).build();
      return new GraphData(
          files.base().getFileName().toString(),
          format(),
          built.graph(),
          built.account(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new NodeIds.Same(files.nodes()));
    }
  }

  private static ArcBuffer decoded(BvFiles files, Workspace scratch) throws IOException {
    ArcBuffer arcs = new ArcBuffer(scratch);
    int[] node = {-1};
    try {
      BVGraph graph = BVGraph.loadOffline(files.base().toString());
      for (NodeIterator nodes = graph.nodeIterator(); nodes.hasNext(); ) {
        node[0] = nodes.nextInt();
        add(arcs, nodes, node[0], files);
      }
    } catch (IllegalState e) {
      throw new IOException(e.getMessage(), e);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // The decoder trusts its input: bits that are no graph end in whatever they lead to, also in
      // an array larger than memory.
      throw new IOException(
          "%s%s is damaged, after node %d of %d: %s"
              .formatted(files.base(), BvFiles.GRAPH, node[0], files.nodes(), e),
          e);
    }
    if (arcs.size() != files.arcs()) {
      throw wrong(files, "%d arcs, the properties say %d", arcs.size(), files.arcs());
    }
    return arcs;
  }

  private static void add(ArcBuffer arcs, NodeIterator nodes, int node, BvFiles files) {
    int degree = nodes.outdegree();
    if (degree < 0 || arcs.size() + degree > files.arcs()) {
      throw new IllegalState(
          wrong(files, "node %d brings more arcs than the %d of the properties", node, files.arcs())
              .getMessage());
    }
    int[] targets = nodes.successorArray();
    for (int i = 0; i < degree; i++) {
      if (targets[i] < 0 || targets[i] >= files.nodes()) {
        throw new IllegalState(
            wrong(files, "arc %d → %d leaves the %d nodes", node, targets[i], files.nodes())
                .getMessage());
      }
      arcs.add(node, targets[i]);
    }
  }

  /// Our own refusals on the way out of the decoder's.
  private static final class IllegalState extends IllegalStateException {
    private static final long serialVersionUID = 1;

    IllegalState(String message) {
      super(message);
    }
  }

  private static IOException wrong(BvFiles files, String message, Object... numbers) {
    return new IOException(
        "%s%s: %s".formatted(files.base(), BvFiles.GRAPH, message.formatted(numbers)));
  }
}
