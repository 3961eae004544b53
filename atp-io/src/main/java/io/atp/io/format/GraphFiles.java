package io.atp.io.format;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.FileTrouble;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// Finds the reader that knows a path, and reads.
public final class GraphFiles {
  private static final List<GraphReader> OWN =
      List.of(
          new NativeStoreReader(),
          new PlanetoidReader(),
          new OgbReader(),
          new GraphSaintReader(),
          new HeterophilousReader(),
          new PickledNpzReader(),
          new ScipyReader(),
          new GnnBenchmarkReader(),
          new MatrixMarketReader(),
          new JlgReader(),
          new GraphMlReader(),
          new OnDiskReader(),
          new CsvFolderReader());
  private static final List<GraphReader> READERS = withModules();

  private GraphFiles() {}

  /// Our own formats, then those of modules on the class path by name, and last the edge list,
  /// which takes almost any text.
  private static List<GraphReader> withModules() {
    List<GraphReader> all = new ArrayList<>(OWN);
    ServiceLoader.load(GraphReader.class, GraphFiles.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(GraphReader::format))
        .forEach(all::add);
    all.add(new EdgeListReader());
    return List.copyOf(all);
  }

  /// Every format, in the order they are tried.
  public static List<GraphReader> readers() {
    return READERS;
  }

  /// The reader that takes `path`, if one does.
  public static Optional<GraphReader> reader(Path path) throws IOException {
    try {
      for (GraphReader reader : READERS) {
        if (reader.accepts(path)) {
          return Optional.of(reader);
        }
      }
      return Optional.empty();
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be read");
    }
  }

  /// Reads whatever graph lies at `path`.
  ///
  /// @throws IOException if there is nothing, nothing known, or nothing whole there
  public static GraphData read(Path path, Workspace work) throws IOException {
    try {
      for (GraphReader reader : READERS) {
        if (reader.accepts(path)) {
          return requireNodes(reader.read(path, work), path);
        }
      }
    } catch (FileSystemException e) {
      throw FileTrouble.sentence(e, "cannot be read");
    } catch (OutOfMemoryError e) {
      // Sizes are checked before they are believed; what is left is a true file for a larger heap.
      throw new IOException(
          "%s needs more memory than there is: the Java heap may grow to %,d MB"
              .formatted(path, Runtime.getRuntime().maxMemory() >> 20),
          e);
    }
    throw unknown(path);
  }

  private static GraphData requireNodes(GraphData data, Path path) throws IOException {
    if (data.graph().nodeCount() == 0) {
      throw new IOException("%s holds no nodes".formatted(path));
    }
    return data;
  }

  private static boolean knows(String format) {
    return READERS.stream().anyMatch(reader -> reader.format().equals(format));
  }

  private static IOException unknown(Path path) {
    String accepted =
        "a native store folder, a folder or prefix of ind.NAME.* files, an OGB folder, a GraphSAINT"
            + " folder, a DGL metadata.yaml folder, a folder of CSV tables of nodes and edges, an"
            + " .npz (gnn-benchmark, plain or pickled, heterophilous, or scipy.sparse), Matrix"
            + " Market (.mtx), JuliaGraphs (.jlg), GraphML (.graphml, .xml), or a text list of"
            + " edges (.txt, .tsv, .csv, .el, .edges), text also with .gz"
            + (knows("tables") ? "; tables of edges, perhaps with nodes (.parquet, .jsonl)" : "")
            + (knows("bvgraph") ? "; a WebGraph BVGraph (.graph with .properties)" : "");
    return Files.exists(path)
        ? new IOException("%s is in no format known here: give %s".formatted(path, accepted))
        : new IOException("%s does not exist: give %s".formatted(path, accepted));
  }
}
