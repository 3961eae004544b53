package io.atp.io.format;

import io.atp.core.feature.Features;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.Npz;
import io.atp.io.pickle.CsrMatrix;
import io.atp.io.pickle.Pickle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An `.npz` whose members are pickled SciPy matrices, as the GraphData collection publishes
/// Amazon, Coauthor and others: `adj_matrix`, `node_attr` (which may be absent), a plain
/// `node_label`, and `metadata`, of which the `class_names` are used.
///
/// Pickles go through [Pickle], which builds plain data and runs nothing.
public final class PickledNpzReader implements GraphReader {
  @Override
  public String format() {
    return "pickled npz";
  }

  @Override
  public boolean accepts(Path path) {
    return NpzParts.hasKeys(path, "adj_matrix");
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    try (Npz npz = Npz.open(path)) {
      BuiltGraph built = csr(object(npz, path, "adj_matrix"), path, "adj_matrix").toGraph(work);
      int nodes = built.graph().nodeCount();
      return new GraphData(
          path.getFileName().toString().replaceAll("\\.npz$", ""),
          format(),
          built.graph(),
          built.account(),
          features(npz, path, nodes, work),
          labels(npz, path, nodes),
          Optional.empty(),
          new NodeIds.Same(nodes));
    }
  }

  private static String source(Path path, String key) {
    return "%s, array '%s'".formatted(path, key);
  }

  /// The one Python object of a member, or its plain array.
  private static Object object(Npz npz, Path path, String key) throws IOException {
    Optional<byte[]> pickle = npz.pickle(key);
    if (pickle.isEmpty()) {
      return npz.array(key);
    }
    Object value = Pickle.read(pickle.get(), source(path, key));
    if (value instanceof List<?> single && single.size() == 1) {
      return single.getFirst();
    }
    throw new IOException("%s holds no single object".formatted(source(path, key)));
  }

  private static CsrArrays csr(Object value, Path path, String key) throws IOException {
    if (value instanceof CsrMatrix matrix) {
      return CsrArrays.of(source(path, key), matrix);
    }
    throw new IOException("%s holds no sparse matrix".formatted(source(path, key)));
  }

  private static Optional<Features> features(Npz npz, Path path, int nodes, Workspace work)
      throws IOException {
    if (!npz.has("node_attr")) {
      return Optional.empty();
    }
    Object value = object(npz, path, "node_attr");
    if (value instanceof NpyArray dense) {
      return Optional.of(NpzParts.features(dense, nodes, work));
    }
    CsrArrays sparse = csr(value, path, "node_attr");
    if (sparse.rows() != nodes) {
      throw new IOException(
          "%s: features have %d rows, graph has %d nodes".formatted(path, sparse.rows(), nodes));
    }
    return Optional.of(sparse.toFeatures(work));
  }

  private static Optional<Labels> labels(Npz npz, Path path, int nodes) throws IOException {
    if (!npz.has("node_label")) {
      return Optional.empty();
    }
    int[] values = npz.array("node_label").toInts();
    return Optional.of(namedLabels(npz, path, values, nodes));
  }

  private static Labels namedLabels(Npz npz, Path path, int[] values, int nodes)
      throws IOException {
    Object names =
        npz.has("metadata") && object(npz, path, "metadata") instanceof Map<?, ?> facts
            ? facts.get("class_names")
            : null;
    return switch (names) {
      case NpyArray array ->
          NpzParts.labels(path.toString(), values, nodes, array.length(), NpzParts.names(array));
      case List<?> list ->
          NpzParts.labels(path.toString(), values, nodes, list.size(), texts(list));
      case null, default -> NpzParts.labels(path.toString(), values, nodes, 0);
    };
  }

  private static List<String> texts(List<?> names) {
    boolean all = names.stream().allMatch(String.class::isInstance);
    return all ? names.stream().map(String.class::cast).toList() : List.of();
  }
}
