package io.atp.io.format;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.GraphReader;
import io.atp.io.text.BoundedGzip;
import io.atp.io.text.CsvRecords;
import io.atp.io.text.Place;
import io.atp.io.text.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A folder of CSV tables of nodes and edges: those of `neo4j-admin database import`, or
/// `nodes.csv` and `edges.csv` with plain names.
///
/// | column | Neo4j | plain |
/// | --- | --- | --- |
/// | id of a node | `:ID`, `name:ID(Space)` | `id` |
/// | ends of an edge | `:START_ID`, `:END_ID` | `src`, `dst`; `source`, `target`; `from`, `to` |
/// | class | a property `label`, `class` or `y`, else the first `:LABEL` | `label`, `class`, `y` |
/// | split | a text property `split`, or `split0`, `split1`, … | the same |
/// | features | numeric and boolean properties, lists `float[]` parted by `;` | other columns, unless the first row has a text there |
///
/// Nodes are numbered in the order of their ids (see [IdOrder]), not of the rows. Directions, types
/// and properties of edges are dropped. An empty cell is 0 in a feature. Ids of several id spaces
/// become `Space:id`. Classes that no node has can be listed in `classes.csv`, one a line under a
/// header.
public final class CsvFolderReader implements GraphReader {
  private static final int START_BYTES = 1 << 12;
  private static final int MAX_TRIED = 64;

  @Override
  public String format() {
    return "csv folder";
  }

  @Override
  public boolean accepts(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return false;
    }
    List<Path> files = CsvTables.files(path);
    Set<String> titles = files.stream().map(TextFile::title).collect(Collectors.toSet());
    if (titles.containsAll(Set.of("nodes", "edges"))) {
      return true;
    }
    for (Path file : files.subList(0, Math.min(files.size(), MAX_TRIED))) {
      if (startsTyped(file)) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsTyped(Path file) throws IOException {
    try (InputStream in = BoundedGzip.text(file)) {
      String start = new String(in.readNBytes(START_BYTES), StandardCharsets.ISO_8859_1);
      String line = start.lines().findFirst().orElse("");
      return line.contains(":ID") || line.contains(":START_ID");
    }
  }

  @Override
  public GraphData read(Path path, Workspace work) throws IOException {
    CsvTables tables = CsvTables.of(path);
    if (tables.nodes().isEmpty()) {
      throw new IOException("%s has no table of nodes".formatted(path));
    }
    try (Workspace scratch = work.scratch()) {
      NodeTable table = new NodeTable(scratch);
      table.numberById();
      CsvGraph graph = new CsvGraph(table, tables.nodes());
      if (tables.classes().isPresent()) {
        table.classNames(ClassList.read(tables.classes().get()));
      }
      for (CsvTables.Table nodes : tables.nodes()) {
        try (CsvRecords records = new CsvRecords(nodes.file())) {
          graph.nodes(nodes, records);
        }
      }
      graph.endNodes();
      for (CsvTables.Table edges : tables.edges()) {
        try (CsvRecords records = new CsvRecords(edges.file())) {
          graph.edges(edges, records);
        }
      }
      return table.toData(FolderFile.title(path), format(), Place.whole(path), work);
    }
  }
}
