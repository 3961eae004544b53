package io.atp.io.format;

import io.atp.core.feature.Features;
import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.NodeIds;
import io.atp.io.npy.Npz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A node-property folder of the Open Graph Benchmark, `raw/` as gzipped text (ogbn-arxiv,
/// -products) or as one `data.npz` (ogbn-papers100M), and `split/NAME/`.
///
/// Directions are dropped by symmetrising; class numbers and node numbers are kept; years of nodes
/// become their times. A folder without edges or features is read for what it has, and the log says
/// what is absent.
public final class OgbReader implements GraphReader {
  private static final System.Logger LOG = System.getLogger(OgbReader.class.getName());

  @Override
  public String format() {
    return "ogb";
  }

  @Override
  public boolean accepts(Path path) {
    OgbFiles files = new OgbFiles(path);
    return Files.isDirectory(path) && (files.binary() || files.text());
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    OgbFiles files = new OgbFiles(path);
    if (!files.binary()) {
      return text(files, work);
    }
    try (Npz npz = Npz.open(files.raw("data.npz"))) {
      return binary(files, npz, work);
    }
  }

  private GraphData text(OgbFiles files, Workspace work) throws IOException {
    OgbText text = new OgbText(files);
    Optional<TargetRows> targets = text.targets();
    int nodes = nodes(files, targets, text.single("num-node-list.csv.gz"));
    Optional<Long> edges = text.single("num-edge-list.csv.gz");
    boolean hasEdges = files.has("edge.csv.gz");
    warnAbsent(files, hasEdges, edges, files.has("node-feat.csv.gz"));
    BuiltGraph built =
        graph(
            files,
            nodes,
            edges,
            work,
            arcs -> {
              if (hasEdges) {
                text.edges(nodes, arcs);
              }
            });
    Optional<int[]> times =
        files.has("node_year.csv.gz")
            ? Optional.of(OgbFiles.column(files.raw("node_year.csv.gz")))
            : Optional.empty();
    return data(files, built, text.features(nodes, work), targets, times);
  }

  private GraphData binary(OgbFiles files, Npz npz, Workspace work) throws IOException {
    OgbBinary binary = new OgbBinary(npz);
    Optional<TargetRows> targets = OgbBinary.targets(files);
    int nodes = nodes(files, targets, binary.single("num_nodes_list"));
    Optional<Long> edges = binary.single("num_edges_list");
    boolean hasEdges = npz.has("edge_index");
    warnAbsent(files, hasEdges, edges, npz.has("node_feat"));
    BuiltGraph built =
        graph(
            files,
            nodes,
            edges,
            work,
            arcs -> {
              if (hasEdges) {
                binary.edges(nodes, arcs);
              }
            });
    return data(files, built, binary.features(nodes, work), targets, binary.times());
  }

  @FunctionalInterface
  private interface Edges {
    void into(ArcBuffer arcs) throws IOException;
  }

  private static BuiltGraph graph(
      OgbFiles files, int nodes, Optional<Long> told, Workspace work, Edges edges)
      throws IOException {
    try (Workspace scratch = work.scratch()) {
      ArcBuffer arcs = new ArcBuffer(scratch);
      edges.into(arcs);
      if (arcs.size() > 0 && told.isPresent() && told.get() != arcs.size()) {
        throw new IOException(
            "%s holds %,d edges, its list of counts tells of %,d"
                .formatted(files.folder(), arcs.size(), told.get()));
      }
      return GraphBuilder.undirected(nodes, work).add(arcs).build();
    }
  }

  /// As many nodes as there are labels, which the list of counts must confirm; that list alone is
  /// held against the size of the folder.
  private static int nodes(OgbFiles files, Optional<TargetRows> targets, Optional<Long> told)
      throws IOException {
    if (targets.isEmpty() && told.isEmpty()) {
      throw new IOException(
          "%s tells the number of nodes neither by labels nor by a list of counts"
              .formatted(files.folder()));
    }
    if (targets.isEmpty()) {
      long bytes = 0;
      for (String name : new String[] {"edge.csv.gz", "node-feat.csv.gz", "data.npz"}) {
        bytes += files.has(name) ? Files.size(files.raw(name)) : 0;
      }
      return Claims.nodes(files.folder().toString(), told.get(), bytes);
    }
    long labelled = targets.get().rows();
    if (told.isPresent() && told.get() != labelled) {
      throw new IOException(
          "%s has labels for %,d nodes, its list of counts tells of %,d"
              .formatted(files.folder(), labelled, told.get()));
    }
    return (int) labelled;
  }

  private static void warnAbsent(
      OgbFiles files, boolean hasEdges, Optional<Long> edges, boolean hasFeatures) {
    if (!hasEdges) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}: the edges are absent{1}, the graph has none",
          files.folder(),
          edges.map(" (%,d are told of)"::formatted).orElse(""));
    }
    if (!hasFeatures) {
      LOG.log(System.Logger.Level.WARNING, "{0}: the features are absent", files.folder());
    }
  }

  private GraphData data(
      OgbFiles files,
      BuiltGraph built,
      Optional<Features> features,
      Optional<TargetRows> targets,
      Optional<int[]> times)
      throws IOException {
    int nodes = built.graph().nodeCount();
    if (times.isPresent() && times.get().length != nodes) {
      throw new IOException(
          "%s has years for %,d nodes, the graph has %,d"
              .formatted(files.folder(), times.get().length, nodes));
    }
    return new GraphData(
        String.valueOf(files.folder().toAbsolutePath().normalize().getFileName()),
        format(),
        built.graph(),
        built.account(),
        features,
        targets.isPresent() ? targets.get().labels() : Optional.empty(),
        targets.flatMap(TargetRows::multiLabels),
        files.splits(nodes),
        times,
        false,
        new NodeIds.Same(nodes));
  }
}
