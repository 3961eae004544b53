package io.atp.io.format;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FiniteFeatures;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyHeader;
import io.atp.io.text.TextFile;
import io.atp.io.text.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A DGL `OnDiskDataset`: a folder with a `metadata.yaml` that names its files.
///
/// One node type is read, with all its edges, directions dropped by symmetrising. The features are
/// the node feature named `feat`, else the only one that is a matrix of floats. Labels are the node
/// feature `label` (or `labels`), else what the sets of the tasks give to their seeds; each task
/// with a training set is a split.
public final class OnDiskReader implements GraphReader {
  /// The description every such folder has.
  public static final String METADATA = "metadata.yaml";

  private static final long MAX_BYTES = 1 << 20;
  private static final long ALWAYS_ALLOWED = 1 << 20;
  private static final long NODES_PER_BYTE = 16;

  @Override
  public String format() {
    return "ondisk";
  }

  @Override
  public boolean accepts(Path path) {
    return Files.isRegularFile(path.resolve(METADATA));
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    YamlView metadata = metadata(path.resolve(METADATA));
    YamlView graph = metadata.part("graph").orElseThrow(() -> metadata.wrong("'graph' is missing"));
    int nodes = nodes(graph, path);
    BuiltGraph built = new OnDiskEdges(path, nodes).read(graph.list("edges"), work);
    List<YamlView> nodeData = new ArrayList<>();
    for (YamlView item : metadata.list("feature_data")) {
      if (item.text("domain").orElse("node").equals("node")) {
        nodeData.add(item);
      }
    }
    OnDiskTasks tasks = OnDiskTasks.read(path, metadata.list("tasks"), nodes);
    Optional<Features> features = features(path, nodeData, nodes, work);
    return new GraphData(
            metadata.text("dataset_name").orElse(FolderFile.title(path)),
            format(),
            built.graph(),
            built.account(),
            features,
            named(path, metadata, labels(path, nodeData, tasks)),
            Optional.<Split>empty(),
            ids(path, metadata, nodes))
        .withSplits(tasks.splits());
  }

  private static YamlView metadata(Path file) throws IOException {
    String text = TextFile.whole(file, MAX_BYTES, "description");
    return YamlView.of(Yaml.parse(text, file.toString()), file.toString());
  }

  /// The number of nodes: as many as claimed, unless no file there could be of such a graph.
  private static int nodes(YamlView graph, Path folder) throws IOException {
    List<YamlView> types = graph.list("nodes");
    if (types.size() != 1) {
      throw graph.wrong("%d node types; a graph of one is read".formatted(types.size()));
    }
    YamlView type = types.getFirst();
    int nodes = type.count("num").orElseThrow(() -> type.wrong("'num' is missing"));
    long bytes = 0;
    for (YamlView edges : graph.list("edges")) {
      bytes += Files.size(FolderFile.of(folder, edges.requiredText("path"), edges.source()));
    }
    if (nodes > Math.max(ALWAYS_ALLOWED, NODES_PER_BYTE * bytes)) {
      throw type.wrong("%,d nodes with %,d bytes of edges".formatted(nodes, bytes));
    }
    return nodes;
  }

  private static Optional<Features> features(
      Path folder, List<YamlView> nodeData, int nodes, Workspace work) throws IOException {
    List<Path> matrices = new ArrayList<>();
    for (YamlView item : nodeData) {
      OnDiskTasks.requireNumpy(item);
      Path file = FolderFile.of(folder, item.requiredText("path"), item.source());
      NpyHeader header = Npy.readHeader(file);
      if (header.rank() == 2 && header.type().kind() == 'f') {
        if (item.text("name").orElse("").equals("feat")) {
          return Optional.of(matrix(file, nodes, work));
        }
        matrices.add(file);
      }
    }
    if (matrices.size() > 1) {
      throw new IOException(
          "%s has %d node features and none named 'feat'"
              .formatted(folder.resolve(METADATA), matrices.size()));
    }
    return matrices.isEmpty()
        ? Optional.empty()
        : Optional.of(matrix(matrices.getFirst(), nodes, work));
  }

  /// Mapped where the file allows it, copied otherwise.
  private static Features matrix(Path file, int nodes, Workspace work) throws IOException {
    NpyHeader header = Npy.readHeader(file);
    if (header.shape()[0] != nodes) {
      throw new IOException(
          "%s has %d rows, the graph has %d nodes".formatted(file, header.shape()[0], nodes));
    }
    if (header.type().toString().equals("<f4") && !header.fortranOrder()) {
      DenseFeatures mapped = Npy.mapFloats(file, work.arena());
      FiniteFeatures.requireInFile(file, header.dataStart(), mapped, work.workers());
      return mapped;
    }
    return NpzParts.features(Npy.read(file), nodes, work);
  }

  private static Optional<Labels> labels(Path folder, List<YamlView> nodeData, OnDiskTasks tasks)
      throws IOException {
    for (YamlView item : nodeData) {
      String name = item.text("name").orElse("");
      if (name.equals("label") || name.equals("labels")) {
        Path file = FolderFile.of(folder, item.requiredText("path"), item.source());
        OnDiskTasks.requireNumpy(item);
        return Optional.of(tasks.labels(file));
      }
    }
    return tasks.labels();
  }

  /// `class_names` is our own word, for a file of one name a line.
  private static Optional<Labels> named(Path folder, YamlView metadata, Optional<Labels> labels)
      throws IOException {
    Optional<String> file = metadata.text("class_names");
    if (file.isEmpty() || labels.isEmpty()) {
      return labels;
    }
    NodeIds names = NameLines.read(FolderFile.of(folder, file.get(), metadata.source()));
    return labels.map(
        y -> y.named(IntStream.range(0, names.count()).mapToObj(names::name).toList()));
  }

  /// `original_ids` is our own word, for a file of one name a line.
  private static NodeIds ids(Path folder, YamlView metadata, int nodes) throws IOException {
    Optional<String> named = metadata.text("original_ids");
    if (named.isEmpty()) {
      return new NodeIds.Same(nodes);
    }
    Path file = FolderFile.of(folder, named.get(), metadata.source());
    NodeIds ids = NameLines.read(file);
    if (ids.count() != nodes) {
      throw new IOException(
          "%s has %d lines, the graph has %d nodes".formatted(file, ids.count(), nodes));
    }
    return ids;
  }
}
