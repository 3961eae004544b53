package io.atp.io.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Where the parts of one Planetoid data set lie.
record PlanetoidFiles(Path folder, String name) {
  private static final String PREFIX = "ind.";
  private static final String MARKER = ".graph";
  private static final long MAX_INDEX_BYTES = 256L << 20;

  /// Names for which a folder holds `ind.NAME.graph`; for a path `…/ind.NAME`, that name.
  static Set<String> namesAt(Path path) throws IOException {
    Set<String> names = new TreeSet<>();
    if (Files.isDirectory(path)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(path, PREFIX + "*" + MARKER)) {
        for (Path file : files) {
          String name = file.getFileName().toString();
          names.add(name.substring(PREFIX.length(), name.length() - MARKER.length()));
        }
      }
    } else if (path.getFileName() != null && path.getFileName().toString().startsWith(PREFIX)) {
      String prefix = path.getFileName().toString();
      if (Files.isRegularFile(path.resolveSibling(prefix + MARKER))) {
        names.add(prefix.substring(PREFIX.length()));
      }
    }
    return names;
  }

  static PlanetoidFiles at(Path path) throws IOException {
    Set<String> names = namesAt(path);
    if (names.size() != 1) {
      throw new IOException(
          "%s holds %d planetoid data sets (%s): name one, as in %s"
              .formatted(
                  path, names.size(), String.join(", ", names), path.resolve(PREFIX + "NAME")));
    }
    Path folder = Files.isDirectory(path) ? path : path.toAbsolutePath().getParent();
    return new PlanetoidFiles(folder, names.iterator().next());
  }

  /// The file `ind.NAME.part`, which must be there.
  Path part(String part) throws IOException {
    Path file = folder.resolve(PREFIX + name + "." + part);
    if (!Files.isRegularFile(file)) {
      throw new IOException("%s is missing".formatted(file));
    }
    return file;
  }

  /// The node ids of `test.index`, in file order, none twice.
  int[] testIndex() throws IOException {
    Path file = part("test.index");
    if (Files.size(file) > MAX_INDEX_BYTES) {
      throw new IOException("%s has %,d bytes, no list of ids".formatted(file, Files.size(file)));
    }
    List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    while (!lines.isEmpty() && lines.getLast().isBlank()) {
      lines.removeLast();
    }
    int[] ids = new int[lines.size()];
    Set<Integer> seen = new HashSet<>();
    for (int line = 0; line < ids.length; line++) {
      String text = lines.get(line).strip();
      if (!text.matches("[0-9]{1,9}")) {
        throw new IOException("%s, line %d: '%.40s' is no node id".formatted(file, line + 1, text));
      }
      ids[line] = Integer.parseInt(text);
      if (!seen.add(ids[line])) {
        throw new IOException(
            "%s, line %d: node %d is listed before".formatted(file, line + 1, ids[line]));
      }
    }
    return ids;
  }

  @Override
  public String toString() {
    return folder.resolve(PREFIX + name).toString();
  }
}
