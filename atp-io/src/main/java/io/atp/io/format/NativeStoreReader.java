package io.atp.io.format;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FiniteFeatures;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.generate.ClassFeatures;
import io.atp.io.npy.Npy;
import io.atp.io.npy.NpyHeader;
import io.atp.io.store.NativeStore;
import io.atp.io.text.TextFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Maps a folder written by [NativeStore]: topology and features stay on disk until touched.
///
/// Sizes, the rows of the graph and the finiteness of features are checked; checksums are not,
/// since that would read everything twice.
public final class NativeStoreReader implements GraphReader {
  private static final long MAX_NAMES_BYTES = 1 << 30;

  @Override
  public String format() {
    return "store";
  }

  @Override
  public boolean accepts(Path path) {
    return Files.isRegularFile(path.resolve(NativeStore.MANIFEST));
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    Manifest manifest = Manifest.read(path);
    try {
      CsrGraph graph = graph(manifest, work);
      return new GraphData(
          manifest.text("name"),
          format(),
          graph,
          account(manifest.part("account")),
          features(manifest, graph.nodeCount(), work),
          labels(manifest, graph.nodeCount()),
          multiLabels(manifest, graph.nodeCount(), work),
          splits(manifest, graph.nodeCount()),
          times(manifest),
          manifest.has("inductive") && manifest.truth("inductive"),
          ids(manifest, graph.nodeCount(), work));
    } catch (IllegalArgumentException e) {
      throw new IOException("%s: %s".formatted(path, e.getMessage()), e);
    }
  }

  private static CsrGraph graph(Manifest manifest, Workspace work) throws IOException {
    long nodes = manifest.number("nodes");
    long arcs = manifest.number("arcs");
    MemorySegment offsets = vector(manifest, "offsets.npy", "<i8", nodes + 1, work);
    MemorySegment targets = vector(manifest, "targets.npy", "<i4", arcs, work);
    return CsrGraph.of(offsets, targets, manifest.truth("symmetric"))
        .streamedWithin(work)
        .check(work.workers());
  }

  private static BuildAccount account(Manifest account) throws IOException {
    return new BuildAccount(
        account.number("arcsRead"),
        account.number("selfLoopsRemoved"),
        account.number("duplicatesRemoved"),
        account.number("reversesAdded"));
  }

  private static Optional<Features> features(Manifest manifest, int nodes, Workspace work)
      throws IOException {
    if (manifest.lists("features.npy")) {
      Path file = manifest.file("features.npy");
      DenseFeatures dense = Npy.mapFloats(file, work.arena());
      requireRows(file, dense.rows(), nodes);
      FiniteFeatures.requireInFile(file, Npy.readHeader(file).dataStart(), dense, work.workers());
      return Optional.of(dense);
    }
    if (manifest.has("generatedFeatures")) {
      return Optional.of(generated(manifest, nodes));
    }
    if (!manifest.lists("features-offsets.npy")) {
      return Optional.empty();
    }
    MemorySegment offsets = vector(manifest, "features-offsets.npy", "<i8", nodes + 1L, work);
    MemorySegment columns = vector(manifest, "features-columns.npy", "<i4", -1, work);
    MemorySegment values = vector(manifest, "features-values.npy", "<f4", -1, work);
    int width = Math.toIntExact(Math.min(manifest.number("features"), Integer.MAX_VALUE));
    SparseFeatures sparse = new SparseFeatures(nodes, width, offsets, columns, values).check();
    FiniteFeatures.require(sparse, manifest.file("features-values.npy").toString(), work.workers());
    return Optional.of(sparse);
  }

  private static Features generated(Manifest manifest, int nodes) throws IOException {
    Manifest recipe = manifest.part("generatedFeatures");
    return ClassFeatures.of(
        new ClassFeatures.Recipe(
            nodes,
            Math.toIntExact(Math.min(manifest.number("features"), Integer.MAX_VALUE)),
            Math.toIntExact(Math.min(recipe.number("classes"), Integer.MAX_VALUE)),
            recipe.decimal("signal"),
            recipe.decimal("noise"),
            recipe.whole("seed")));
  }

  private static Optional<Labels> labels(Manifest manifest, int nodes) throws IOException {
    if (!manifest.lists("labels.npy")) {
      return Optional.empty();
    }
    Path file = manifest.file("labels.npy");
    int[] values = Npy.read(file).toInts();
    requireRows(file, values.length, nodes);
    int classes = Math.toIntExact(Math.min(manifest.number("classes"), Integer.MAX_VALUE));
    Labels labels = new Labels(classes, values);
    return Optional.of(
        manifest.lists(NativeStore.CLASS_NAMES)
            ? labels.named(classNames(manifest.file(NativeStore.CLASS_NAMES)))
            : labels);
  }

  private static List<String> classNames(Path file) throws IOException {
    return NameLists.parse(TextFile.whole(file, MAX_NAMES_BYTES, "names"), file.toString());
  }

  private static Optional<MultiLabels> multiLabels(Manifest manifest, int nodes, Workspace work)
      throws IOException {
    if (!manifest.lists("multi-labels.npy")) {
      return Optional.empty();
    }
    int classes = Math.toIntExact(Math.min(manifest.number("classes"), Integer.MAX_VALUE));
    MemorySegment bits = matrix(manifest, "multi-labels.npy", "|u1", nodes, classes, work);
    MultiLabels labels = MultiLabels.none(nodes, classes);
    for (int node = 0; node < nodes; node++) {
      for (int label = 0; label < classes; label++) {
        if (bits.get(ValueLayout.JAVA_BYTE, (long) node * classes + label) != 0) {
          labels.set(node, label);
        }
      }
    }
    return Optional.of(labels);
  }

  private static List<Split> splits(Manifest manifest, int nodes) throws IOException {
    List<Split> splits = new ArrayList<>();
    while (manifest.lists(NativeStore.splitFile(splits.size(), "train"))) {
      int index = splits.size();
      splits.add(
          Splits.of(
              manifest.toString(),
              nodes,
              Npy.read(manifest.file(NativeStore.splitFile(index, "train"))).toInts(),
              Npy.read(manifest.file(NativeStore.splitFile(index, "validation"))).toInts(),
              Npy.read(manifest.file(NativeStore.splitFile(index, "test"))).toInts()));
    }
    return splits;
  }

  private static Optional<int[]> times(Manifest manifest) throws IOException {
    return manifest.lists("times.npy")
        ? Optional.of(Npy.read(manifest.file("times.npy")).toInts())
        : Optional.empty();
  }

  private static NodeIds ids(Manifest manifest, int nodes, Workspace work) throws IOException {
    if (manifest.lists("ids-bytes.npy")) {
      return NodeIds.Names.of(
          vector(manifest, "ids-bytes.npy", "|u1", -1, work),
          vector(manifest, "ids-offsets.npy", "<i8", nodes + 1L, work));
    }
    return manifest.lists("ids.npy")
        ? new NodeIds.Numbers(Npy.read(manifest.file("ids.npy")).toLongs())
        : new NodeIds.Same(nodes);
  }

  /// @param length expected number of elements, or −1 where another check decides
  private static MemorySegment vector(
      Manifest manifest, String name, String type, long length, Workspace work) throws IOException {
    Npy.Mapped mapped = Npy.map(manifest.file(name), work.arena());
    NpyHeader header = mapped.header();
    if (!header.type().toString().equals(type)
        || header.rank() != 1
        || length >= 0 && header.size() != length) {
      throw wrongShape(manifest, name, header, type, "length " + (length < 0 ? "any" : length));
    }
    return mapped.data();
  }

  private static MemorySegment matrix(
      Manifest manifest, String name, String type, long rows, long width, Workspace work)
      throws IOException {
    Npy.Mapped mapped = Npy.map(manifest.file(name), work.arena());
    NpyHeader header = mapped.header();
    if (!header.type().toString().equals(type)
        || !Arrays.equals(header.shape(), new long[] {rows, width})) {
      throw wrongShape(manifest, name, header, type, "shape (%d, %d)".formatted(rows, width));
    }
    return mapped.data();
  }

  private static IOException wrongShape(
      Manifest manifest, String name, NpyHeader header, String type, String wanted)
      throws IOException {
    return new IOException(
        "%s holds %s of shape %s; %s of %s is needed"
            .formatted(manifest.file(name), header.type(), header.shapeText(), type, wanted));
  }

  private static void requireRows(Path file, int rows, int nodes) throws IOException {
    if (rows != nodes) {
      throw new IOException("%s has %d rows, the graph has %d nodes".formatted(file, rows, nodes));
    }
  }
}
