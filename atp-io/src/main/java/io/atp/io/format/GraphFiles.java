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
import java.util.ServiceLoader;

/// Finds the reader that knows a path, and reads.
public final class GraphFiles {
  private static final List<GraphReader> READERS = inOrder();

  private GraphFiles() {}

  /// Readers of leaf modules come before the list of edges, which takes any text.
  private static List<GraphReader> inOrder() {
    List<GraphReader> readers =
        new ArrayList<>(
            List.of(new NativeStoreReader(), new PlanetoidReader(), new GnnBenchmarkReader()));
    ServiceLoader.load(GraphReader.class, GraphFiles.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(GraphReader::format))
        .forEach(readers::add);
    readers.add(new EdgeListReader());
    return List.copyOf(readers);
  }

  /// Every format, in the order they are tried.
  public static List<GraphReader> readers() {
    return READERS;
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
    }
    throw unknown(path);
  }

  private static GraphData requireNodes(GraphData data, Path path) throws IOException {
    if (data.graph().nodeCount() == 0) {
      throw new IOException("%s holds no nodes".formatted(path));
    }
    return data;
  }

  private static IOException unknown(Path path) {
    String accepted =
        "a native store folder, a folder or prefix of ind.NAME.* files, a plain .npz of the"
            + " gnn-benchmark layout, or a text list of edges (.txt, .tsv, .csv, .el, .edges, also"
            + " with .gz)";
    return Files.exists(path)
        ? new IOException("%s is in no format known here: give %s".formatted(path, accepted))
        : new IOException("%s does not exist: give %s".formatted(path, accepted));
  }
}
