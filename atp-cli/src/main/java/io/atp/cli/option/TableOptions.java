package io.atp.cli.option;

import io.atp.core.runtime.Require;
import io.atp.io.format.GraphFiles;
import io.atp.tables.TableImportConfig;
import io.atp.tables.TableSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// Which columns of tables are what. What is not given is inferred, and told.
public final class TableOptions {
  public static final String HEADING =
      "%nTables (CSV, TSV, Parquet, JSON lines; a folder of nodes.* and edges.*, or one of"
          + " edges):%n";

  private static final String FORMAT = "tables";

  @Option(
      names = "--nodes",
      paramLabel = "FILE",
      description = "Table of nodes, where SRC is one of edges.")
  private Path nodes;

  @Option(names = "--id", paramLabel = "COLUMN", description = "Ids of the nodes.")
  private String id;

  @Option(names = "--src", paramLabel = "COLUMN", description = "Where edges start.")
  private String src;

  @Option(names = "--dst", paramLabel = "COLUMN", description = "Where edges end.")
  private String dst;

  @Option(names = "--label", paramLabel = "COLUMN", description = "Classes of the nodes.")
  private String label;

  @Option(
      names = "--features",
      paramLabel = "PATTERN",
      description = "Feature columns, like 'f*', or one column of lists.")
  private String features;

  @Option(
      names = "--split-column",
      paramLabel = "COLUMN",
      description = "Parts of the nodes: train, val, test.")
  private String split;

  @Option(names = "--strict", description = "Refuse edges to nodes that the table of nodes lacks.")
  private boolean strict;

  @Option(
      names = "--missing",
      paramLabel = "refuse|zero",
      description = "What an empty feature means. Default: refuse.")
  private String missing;

  /// Whether SRC is to be read as tables: an option of tables was given, or no other format fits.
  public boolean meant(Path path) throws IOException {
    return given()
        || GraphFiles.reader(path).filter(reader -> reader.format().equals(FORMAT)).isPresent();
  }

  private boolean given() {
    return strict
        || Stream.of(nodes, id, src, dst, label, features, split, missing)
            .anyMatch(Objects::nonNull);
  }

  /// The table of nodes, where it is not the one beside SRC.
  public Optional<Path> nodes() {
    return Optional.ofNullable(nodes);
  }

  public TableSource source(Path path) throws IOException {
    if (nodes == null) {
      return TableSource.of(path);
    }
    Require.that(
        !Files.isDirectory(path), "%s is a folder, so --nodes cannot name another table", path);
    return new TableSource(Optional.of(nodes), path);
  }

  public TableImportConfig config(OptionalLong memoryBytes) {
    Require.that(
        missing == null || missing.equals("refuse") || missing.equals("zero"),
        "--missing must be refuse or zero, got '%s'",
        missing);
    return TableImportConfig.defaults()
        .withColumns(
            new TableImportConfig.Columns(
                Optional.ofNullable(id),
                Optional.ofNullable(src),
                Optional.ofNullable(dst),
                Optional.ofNullable(label),
                Optional.ofNullable(split),
                Optional.ofNullable(features)))
        .withStrict(strict)
        .withMissing(
            "zero".equals(missing)
                ? TableImportConfig.Missing.ZERO
                : TableImportConfig.Missing.REFUSED)
        .withMemoryBytes(memoryBytes.orElse(0));
  }

  /// For the run record.
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("nodesTable", nodes == null ? null : nodes.toString());
    settings.put("id", id);
    settings.put("src", src);
    settings.put("dst", dst);
    settings.put("label", label);
    settings.put("features", features);
    settings.put("splitColumn", split);
    settings.put("strict", strict);
    settings.put("missing", missing == null ? "refuse" : missing);
    return settings;
  }
}
