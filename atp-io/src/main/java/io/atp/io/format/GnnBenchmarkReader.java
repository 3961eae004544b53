package io.atp.io.format;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FiniteFeatures;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.Npz;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// An `.npz` in the key layout of the GNN benchmark: Amazon, Coauthor and their like.
///
/// `adj_data`, `adj_indices`, `adj_indptr`, `adj_shape` are the adjacency as CSR; an entry of value
/// 0 is no arc, other weights are dropped, and directions are dropped by symmetrising. `attr_*`
/// likewise, or a dense `attr_matrix`, are the features, which may be absent. `labels` may be
/// absent too; a negative one and the nodes of `unlabelled_idx` are unlabelled. `train_idx`,
/// `val_idx` and `test_idx` come together or not at all.
///
/// Labels need not count from 0 (Flickr's run from 1 to 9). They are kept as they are if
/// `class_names` has a name for each; otherwise the distinct ones become 0 … c−1 in their order.
public final class GnnBenchmarkReader implements GraphReader {
  @Override
  public String format() {
    return "npz";
  }

  @Override
  public boolean accepts(Path path) {
    return Files.isRegularFile(path) && path.getFileName().toString().endsWith(".npz");
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
          new NodeIds.Same(nodes));
    }
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
    if (npz.has("adj_matrix")) {
      npz.array("adj_matrix"); // pickled, and refused as such by name
    }
    CsrArrays adjacency = csr(npz, path, "adj");
    if (adjacency.rows() != adjacency.width()) {
      throw new IOException(
          "%s is %d by %d, and should be square"
              .formatted(adjacency.source(), adjacency.rows(), adjacency.width()));
    }
    try (Workspace scratch = work.scratch()) {
      ArcBuffer arcs = new ArcBuffer(scratch);
      for (int row = 0; row < adjacency.rows(); row++) {
        for (int at = (int) adjacency.offsets()[row]; at < adjacency.offsets()[row + 1]; at++) {
          if (adjacency.values()[at] != 0) {
            arcs.add(row, adjacency.columns()[at]);
          }
        }
      }
      return GraphBuilder.undirected(adjacency.rows(), work).add(arcs).build();
    }
  }

  private static Optional<Features> features(Npz npz, Path path, int nodes, Workspace work)
      throws IOException {
    Features features;
    if (npz.has("attr_matrix")) {
      features = dense(npz.array("attr_matrix"), work);
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

  private static Features dense(NpyArray array, Workspace work) throws IOException {
    if (array.shape().length != 2) {
      throw new IOException(
          "%s has shape %s, and should have two axes"
              .formatted(array.source(), array.header().shapeText()));
    }
    float[] values = array.toFloats();
    MemorySegment data = work.allocateFloats(values.length);
    MemorySegment.copy(values, 0, data, ValueLayout.JAVA_FLOAT_UNALIGNED, 0, values.length);
    var features = new DenseFeatures((int) array.shape()[0], (int) array.shape()[1], data);
    FiniteFeatures.require(features, array.source(), work.workers());
    return features;
  }

  private static Optional<Labels> labels(Npz npz, Path path, int nodes) throws IOException {
    if (!npz.has("labels")) {
      return Optional.empty();
    }
    int[] values = npz.array("labels").toInts();
    if (values.length != nodes) {
      throw new IOException(
          "%s: labels have %d entries, graph has %d nodes".formatted(path, values.length, nodes));
    }
    if (npz.has("unlabelled_idx")) {
      for (int node : npz.array("unlabelled_idx").toInts()) {
        if (node < 0 || node >= nodes) {
          throw new IOException(
              "%s: 'unlabelled_idx' names node %d, with %d nodes".formatted(path, node, nodes));
        }
        values[node] = Labels.UNLABELLED;
      }
    }
    int named = npz.has("class_names") ? npz.array("class_names").length() : 0;
    int[] distinct = Arrays.stream(values).filter(v -> v >= 0).distinct().sorted().toArray();
    boolean keep = distinct.length == 0 || distinct[distinct.length - 1] < named;
    for (int node = 0; node < nodes; node++) {
      if (values[node] < 0) {
        values[node] = Labels.UNLABELLED;
      } else if (!keep) {
        values[node] = Arrays.binarySearch(distinct, values[node]);
      }
    }
    return Optional.of(new Labels(keep ? named : distinct.length, values));
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
