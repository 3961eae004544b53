package io.atp.webgraph;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.NodeIds;
import io.atp.io.text.Place;
import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.NodeIterator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
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
    NodeIterator nodes = open(files);
    for (int node = 0; node < files.nodes(); node++) {
      int[] row = nextRow(nodes, node, files);
      if (arcs.size() + row.length > files.arcs()) {
        throw wrong(
            files, "node %d brings more arcs than the %d of the properties", node, files.arcs());
      }
      for (int target : row) {
        if (target < 0 || target >= files.nodes()) {
          throw wrong(files, "arc %d → %d leaves the %d nodes", node, target, files.nodes());
        }
        arcs.add(node, target);
      }
    }
    if (arcs.size() != files.arcs()) {
      throw wrong(files, "%d arcs, the properties say %d", arcs.size(), files.arcs());
    }
    return arcs;
  }

  private static NodeIterator open(BvFiles files) throws IOException {
    try {
      return BVGraph.loadOffline(files.base().toString()).nodeIterator();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      throw new IOException("%s%s: %s".formatted(files.base(), BvFiles.GRAPH, said(e)), e);
    }
  }

  /// The decoder trusts its input: bits that are no graph end in whatever they lead to, also in an
  /// array larger than memory.
  private static int[] nextRow(NodeIterator nodes, int node, BvFiles files) throws IOException {
    try {
      nodes.nextInt();
      return Arrays.copyOf(nodes.successorArray(), nodes.outdegree());
    } catch (RuntimeException | OutOfMemoryError e) {
      throw new IOException(
          "%s%s is damaged at node %d of %d: %s"
              .formatted(files.base(), BvFiles.GRAPH, node, files.nodes(), said(e)),
          e);
    }
  }

  private static String said(Throwable e) {
    return Place.shown(e.toString());
  }

  private static IOException wrong(BvFiles files, String message, Object... numbers) {
    return new IOException(
        "%s%s: %s".formatted(files.base(), BvFiles.GRAPH, message.formatted(numbers)));
  }
}
