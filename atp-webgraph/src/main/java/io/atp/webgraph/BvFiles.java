package io.atp.webgraph;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/// Where the files of one compressed graph lie, and what its properties claim, checked before
/// anyone believes it.
///
/// @param base their common name, without an ending
record BvFiles(Path base, int nodes, long arcs) {
  static final String GRAPH = ".graph";
  static final String PROPERTIES = ".properties";
  static final String OFFSETS = ".offsets";

  private static final long MAX_PROPERTIES_BYTES = 1 << 16;
  private static final long ALWAYS_ALLOWED = 1 << 24;
  private static final long ARCS_PER_BYTE = 1 << 12;
  private static final long NODES_PER_BYTE = 8;
  private static final int MAX_WINDOW = 1 << 10;
  private static final int MAX_CODE = 1 << 5;

  /// The name at a path: that of a `.graph` or `.properties` file, a bare name that has both, or a
  /// folder with one such pair.
  static Optional<Path> base(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      Path found = null;
      try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*" + PROPERTIES)) {
        for (Path file : files) {
          Optional<Path> base = whole(without(file, PROPERTIES));
          if (base.isPresent() && found != null) {
            return Optional.empty();
          }
          found = base.orElse(found);
        }
      }
      return Optional.ofNullable(found);
    }
    if (path.getFileName() == null) {
      return Optional.empty();
    }
    String name = path.getFileName().toString();
    if (name.endsWith(GRAPH)) {
      return whole(without(path, GRAPH));
    }
    return whole(name.endsWith(PROPERTIES) ? without(path, PROPERTIES) : path);
  }

  private static Path without(Path file, String ending) {
    String name = file.getFileName().toString();
    return file.resolveSibling(name.substring(0, name.length() - ending.length()));
  }

  private static Optional<Path> whole(Path base) throws IOException {
    Path properties = with(base, PROPERTIES);
    if (!Files.isRegularFile(with(base, GRAPH)) || !Files.isRegularFile(properties)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(properties)) {
      byte[] start = in.readNBytes((int) MAX_PROPERTIES_BYTES);
      boolean ours = new String(start, StandardCharsets.ISO_8859_1).contains("BVGraph");
      return ours ? Optional.of(base) : Optional.empty();
    }
  }

  static Path with(Path base, String ending) {
    return base.resolveSibling(base.getFileName() + ending);
  }

  static BvFiles open(Path path) throws IOException {
    Path base =
        base(path).orElseThrow(() -> new IOException("%s is no single BVGraph".formatted(path)));
    Path file = with(base, PROPERTIES);
    if (Files.size(file) > MAX_PROPERTIES_BYTES) {
      throw new IOException("%s has %,d bytes, no properties".formatted(file, Files.size(file)));
    }
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    } catch (IllegalArgumentException e) {
      throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
    }
    long bytes = Files.size(with(base, GRAPH));
    number(properties, "windowsize", 0, MAX_WINDOW, file);
    number(properties, "minintervallength", 0, Integer.MAX_VALUE, file);
    number(properties, "maxrefcount", -1, Integer.MAX_VALUE, file);
    number(properties, "zetak", 1, MAX_CODE, file);
    long nodes =
        number(
            properties, "nodes", 0, Math.min(Integer.MAX_VALUE - 8, NODES_PER_BYTE * bytes), file);
    long arcs =
        number(properties, "arcs", 0, Math.max(ALWAYS_ALLOWED, ARCS_PER_BYTE * bytes), file);
    return new BvFiles(base, (int) nodes, arcs);
  }

  private static long number(Properties properties, String key, long low, long high, Path file)
      throws IOException {
    String text = properties.getProperty(key, "").strip();
    if (text.matches("-?[0-9]{1,18}")) {
      long value = Long.parseLong(text);
      if (value >= low && value <= high) {
        return value;
      }
    }
    throw new IOException(
        "%s: '%s' must be a whole number from %d to %d, got '%.40s'"
            .formatted(file, key, low, high, text));
  }
}
