package io.atp.tables;

import io.atp.io.format.ClassList;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Where the tables lie.
///
/// @param nodes a row per node, where there is such a table
/// @param edges a row per edge
/// @param classes the list of classes, see [ClassList]; without one they are those that nodes have
public record TableSource(Optional<Path> nodes, Path edges, Optional<Path> classes) {
  public TableSource(Optional<Path> nodes, Path edges) {
    this(nodes, edges, Optional.empty());
  }

  /// A file is an edge table; a folder holds `edges.*` and perhaps `nodes.*` and `classes.csv`.
  ///
  /// @throws IOException if a folder holds no edge table, or two
  public static TableSource of(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return new TableSource(Optional.empty(), path);
    }
    Path edges =
        only(path, "edges")
            .orElseThrow(
                () ->
                    new IOException(
                        "%s holds no edges.csv, .tsv, .parquet or .jsonl".formatted(path)));
    Path classes = path.resolve(ClassList.FILE);
    return new TableSource(
        only(path, "nodes"),
        edges,
        Files.isRegularFile(classes) ? Optional.of(classes) : Optional.empty());
  }

  static boolean isFolderOfTables(Path path) throws IOException {
    return Files.isDirectory(path) && !tables(path, "edges").isEmpty();
  }

  private static Optional<Path> only(Path folder, String name) throws IOException {
    List<Path> found = tables(folder, name);
    if (found.size() > 1) {
      throw new IOException(
          "%s holds both %s and %s; which one is meant?"
              .formatted(folder, found.get(0).getFileName(), found.get(1).getFileName()));
    }
    return found.stream().findFirst();
  }

  private static List<Path> tables(Path folder, String name) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String lower = file.getFileName().toString().toLowerCase(Locale.ROOT);
        if (lower.startsWith(name + ".")
            && TableFormat.of(file).isPresent()
            && Files.isRegularFile(file)) {
          found.add(file);
        }
      }
    }
    found.sort(null);
    return found;
  }
}
