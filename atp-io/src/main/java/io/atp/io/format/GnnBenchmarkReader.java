package io.atp.io.format;

import io.atp.core.feature.Features;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NameTable;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// An `.npz` in the key layout of the GNN benchmark: Amazon, Coauthor and their like.
///
/// `adj_data`, `adj_indices`, `adj_indptr`, `adj_shape` are the adjacency as CSR; an entry of value
/// 0 is no arc, other weights are dropped, and directions are dropped by symmetrising. `attr_*`
/// likewise, or a dense `attr_matrix`, are the features, which may be absent. `labels` may be
/// absent too; a negative one and the nodes of `unlabelled_idx` are unlabelled. `train_idx`,
/// `val_idx` and `test_idx` come together or not at all. `node_ids`, numbers or plain texts, are
/// what our own exports call the nodes.
public final class GnnBenchmarkReader implements GraphReader {
  @Override
  public String format() {
    return "npz";
  }

  @Override
  public boolean accepts(Path path) {
    return NpzParts.isNpz(path);
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    try (Npz npz = Npz.open(path)) {
      BuiltGraph built = graph(npz, path, work);
      int nodes = built.graph().nodeCount();
      String file = path.getFileName().toString();
      return new GraphData(
          file.replaceAll("(\\.plain)?\\.npz$", ""),
          format(),
          built.graph(),
          built.account(),
          features(npz, path, nodes, work),
          labels(npz, path, nodes),
          split(npz, path, nodes),
          ids(npz, path, nodes));
    }
  }

  private static NodeIds ids(Npz npz, Path path, int nodes) throws IOException {
    if (!npz.has("node_ids")) {
      return new NodeIds.Same(nodes);
    }
    NpyArray array = npz.array("node_ids");
    if (array.length() != nodes) {
      throw new IOException(
          "%s has %d entries, graph has %d nodes".formatted(array.source(), array.length(), nodes));
    }
    NameTable names = new NameTable();
    long[] numbers = array.type().isText() ? null : array.toLongs();
    String[] texts = array.type().isText() ? array.toStrings() : null;
    for (int node = 0; node < nodes; node++) {
      String name = texts == null ? Long.toString(numbers[node]) : texts[node];
      if (names.intern(name) != node) {
        throw new IOException("%s: '%.80s' is there twice".formatted(array.source(), name));
      }
    }
    return WholeIds.of(names.ids());
  }

  private static CsrArrays csr(Npz npz, Path path, String prefix) throws IOException {
    NpyArray shape = npz.array(prefix + "_shape");
    if (shape.header().size() != 2) {
      throw new IOException("%s must hold two sizes".formatted(shape.source()));
    }
    long[] sizes = shape.toLongs();
    return CsrArrays.of(
        "%s, matrix '%s'".formatted(path, prefix),
        sizes[0],
        sizes[1],
        npz.array(prefix + "_indptr"),
        npz.array(prefix + "_indices"),
        npz.array(prefix + "_data"));
  }

  private static BuiltGraph graph(Npz npz, Path path, Workspace work) throws IOException {
    if (SplitFiles.isSplit(npz) && !npz.has("adj_shape")) {
      throw new IOException("%s holds a split and no graph".formatted(path));
    }
    return csr(npz, path, "adj").toGraph(work);
  }

  private static Optional<Features> features(Npz npz, Path path, int nodes, Workspace work)
      throws IOException {
    Features features;
    if (npz.has("attr_matrix")) {
      features = NpzParts.features(npz.array("attr_matrix"), nodes, work);
    } else if (npz.has("attr_data") || npz.has("attr_indptr")) {
      features = csr(npz, path, "attr").toFeatures(work);
    } else {
      return Optional.empty();
    }
    if (features.rows() != nodes) {
      throw new IOException(
          "%s: features have %d rows, graph has %d nodes".formatted(path, features.rows(), nodes));
    }
    return Optional.of(features);
  }

  private static Optional<Labels> labels(Npz npz, Path path, int nodes) throws IOException {
    if (!npz.has("labels")) {
      return Optional.empty();
    }
    int[] values = npz.array("labels").toInts();
    if (npz.has("unlabelled_idx")) {
      for (int node : npz.array("unlabelled_idx").toInts()) {
        if (node < 0 || node >= values.length) {
          throw new IOException(
              "%s: 'unlabelled_idx' names node %d, with %d nodes"
                  .formatted(path, node, values.length));
        }
        values[node] = Labels.UNLABELLED;
      }
    }
    if (!npz.has("class_names")) {
      return Optional.of(NpzParts.labels(path.toString(), values, nodes, 0));
    }
    NpyArray names = npz.array("class_names");
    return Optional.of(
        NpzParts.labels(path.toString(), values, nodes, names.length(), NpzParts.names(names)));
  }

  private static Optional<Split> split(Npz npz, Path path, int nodes) throws IOException {
    if (!npz.has("train_idx") && !npz.has("val_idx") && !npz.has("test_idx")) {
      return Optional.empty();
    }
    return Optional.of(
        Splits.of(
            path.toString(),
            nodes,
            npz.array("train_idx").toInts(),
            npz.array("val_idx").toInts(),
            npz.array("test_idx").toInts()));
  }
}
