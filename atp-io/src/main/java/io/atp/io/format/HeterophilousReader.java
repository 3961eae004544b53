package io.atp.io.format;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.NodeIds;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// An `.npz` as the heterophilous graphs are published: dense `node_features`, `node_labels`,
/// `edges` of two columns, and `train_masks`, `val_masks`, `test_masks` with a row per split (ten).
///
/// Masks come together or not at all.
public final class HeterophilousReader implements GraphReader {
  @Override
  public String format() {
    return "heterophilous npz";
  }

  @Override
  public boolean accepts(Path path) {
    return NpzParts.hasKeys(path, "node_features", "node_labels", "edges");
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    try (Npz npz = Npz.open(path)) {
      int[] labels = npz.array("node_labels").toInts();
      int nodes = labels.length;
      BuiltGraph built = graph(npz.array("edges"), nodes, work);
      GraphData data =
          new GraphData(
              path.getFileName().toString().replaceAll("\\.npz$", ""),
              format(),
              built.graph(),
              built.account(),
              Optional.of(NpzParts.features(npz.array("node_features"), nodes, work)),
              Optional.of(NpzParts.labels(path.toString(), labels, nodes, 0)),
              Optional.empty(),
              new NodeIds.Same(nodes));
      boolean split = npz.has("train_masks") || npz.has("val_masks") || npz.has("test_masks");
      return split ? data.withSplits(Masks.read(npz, path, "masks", nodes)) : data;
    }
  }

  private static BuiltGraph graph(NpyArray edges, int nodes, Workspace work) throws IOException {
    if (edges.shape().length != 2 || edges.shape()[1] != 2) {
      throw new IOException(
          "%s has shape %s, and should have two columns"
              .formatted(edges.source(), edges.header().shapeText()));
    }
    try (Workspace scratch = work.scratch()) {
      ArcBuffer arcs = new ArcBuffer(scratch);
      for (long row = 0; row < edges.shape()[0]; row++) {
        arcs.add(node(edges, row, 0, nodes), node(edges, row, 1, nodes));
      }
      return GraphBuilder.undirected(nodes, work).add(arcs).build();
    }
  }

  private static int node(NpyArray edges, long row, int end, int nodes) throws IOException {
    long id = edges.wholeAt(2 * row + end);
    if (id < 0 || id >= nodes) {
      throw new IOException(
          "%s: row %d names node %d, with %d nodes".formatted(edges.source(), row, id, nodes));
    }
    return (int) id;
  }
}
