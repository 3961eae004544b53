package io.atp.io.format;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FiniteFeatures;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyHeader;
import io.atp.io.npy.NpyStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A folder as GraphSAINT publishes Flickr, Reddit, Yelp and Amazon: `adj_full.npz`,
/// `adj_train.npz` (SciPy), `feats.npy`, `class_map.json` and `role.json`.
///
/// With an `adj_train.npz` the data are inductive: training sees the training nodes and the edges
/// among them. That file is compared with those edges of the whole graph, and the log tells of any
/// difference.
public final class GraphSaintReader implements GraphReader {
  private static final System.Logger LOG = System.getLogger(GraphSaintReader.class.getName());

  @Override
  public String format() {
    return "graphsaint";
  }

  @Override
  public boolean accepts(Path path) {
    return Files.isRegularFile(path.resolve("adj_full.npz"))
        && Files.isRegularFile(path.resolve("role.json"));
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    BuiltGraph built = ScipyMatrix.graph(path.resolve("adj_full.npz"), work);
    CsrGraph graph = built.graph();
    int nodes = graph.nodeCount();
    Split split = GraphSaintJson.roles(path.resolve("role.json"), nodes);
    GraphSaintJson.Targets targets = targets(path.resolve("class_map.json"), nodes);
    Path training = path.resolve("adj_train.npz");
    boolean inductive = Files.isRegularFile(training);
    if (inductive) {
      compare(training, graph, split, work);
    }
    return new GraphData(
        String.valueOf(path.toAbsolutePath().normalize().getFileName()),
        format(),
        graph,
        built.account(),
        features(path.resolve("feats.npy"), nodes, work),
        targets.labels(),
        targets.multiLabels(),
        List.of(split),
        Optional.empty(),
        inductive,
        new NodeIds.Same(nodes));
  }

  private static GraphSaintJson.Targets targets(Path file, int nodes) throws IOException {
    return Files.isRegularFile(file)
        ? GraphSaintJson.classes(file, nodes)
        : new GraphSaintJson.Targets(Optional.empty(), Optional.empty());
  }

  /// Mapped where it lies if it is float32 already.
  private static Optional<Features> features(Path file, int nodes, Workspace work)
      throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    NpyHeader header = Npy.readHeader(file);
    if (header.rank() != 2 || header.shape()[0] != nodes) {
      throw new IOException(
          "%s has shape %s, the graph has %d nodes".formatted(file, header.shapeText(), nodes));
    }
    if (header.fortranOrder()) {
      return Optional.of(NpzParts.features(Npy.read(file), nodes, work));
    }
    if (!header.type().toString().equals("<f4")) {
      try (NpyStream stream = NpyStream.open(file)) {
        return Optional.of(StreamedFeatures.read(stream, nodes, work));
      }
    }
    DenseFeatures mapped = Npy.mapFloats(file, work.arena());
    FiniteFeatures.requireInFile(file, header.dataStart(), mapped, work.workers());
    return Optional.of(mapped);
  }

  private static void compare(Path file, CsrGraph whole, Split split, Workspace work)
      throws IOException {
    try (Workspace scratch = work.scratch()) {
      CsrGraph training = ScipyMatrix.graph(file, scratch).graph();
      if (training.nodeCount() != whole.nodeCount()) {
        throw new IOException(
            "%s has %d nodes, the whole graph has %d"
                .formatted(file, training.nodeCount(), whole.nodeCount()));
      }
      boolean[] train = new boolean[whole.nodeCount()];
      for (int node : split.train()) {
        train[node] = true;
      }
      long among = 0;
      long shared = 0;
      for (int node : split.train()) {
        for (long arc = whole.offset(node); arc < whole.offset(node + 1); arc++) {
          if (train[whole.target(arc)]) {
            among++;
            shared += training.hasArc(node, whole.target(arc)) ? 1 : 0;
          }
        }
      }
      if (among != shared || training.arcCount() != shared) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} holds {1} edges, {2} of the {3} among training nodes: those {3} are trained on",
            file,
            training.edgeCount(),
            shared / 2,
            among / 2);
      }
    }
  }
}
