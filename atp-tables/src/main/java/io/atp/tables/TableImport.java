package io.atp.tables;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import io.atp.tables.TableReport.Decision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Tables → graph: choose columns, number the ids, map the edges, place the rows, build.
///
/// Nodes are numbered in the order of their ids, with or without a node table, so that the result
/// depends on what the tables say and not on the order of their rows or on threads.
public final class TableImport {
  static final String FORMAT = "tables";

  /// What an edge takes while the graph is built: 8 as it was read, 16 as it is dealt in both
  /// directions, 8 in the result.
  private static final int BUILD_BYTES_PER_EDGE = 32;

  private final TableSource source;
  private final TableImportConfig config;
  private final Workspace work;
  private final List<Decision> decisions = new ArrayList<>();
  private long edgeRows;
  private long edgesWithAdded;

  private TableImport(TableSource source, TableImportConfig config, Workspace work) {
    this.source = source;
    this.config = config;
    this.work = work;
  }

  /// @throws IOException for anything wrong with the tables, in one sentence with file and place
  public static ImportedTables read(TableSource source, TableImportConfig config, Workspace work)
      throws IOException {
    return new TableImport(source, config, work).read();
  }

  private ImportedTables read() throws IOException {
    try (Workspace scratch = work.scratch()) {
      ArcBuffer arcs = new ArcBuffer(scratch);
      NodeIds ids;
      BitSet added;
      Optional<NodeRows> rows;
      try (Session session = session()) {
        IdTable.Tables tables = tables(session);
        IdTable idTable = IdTable.create(session, tables);
        added = idTable.unlisted();
        ids = idTable.toNodeIds(work);
        refuseAdded(added, ids);
        readArcs(session, idTable, ids, added, arcs);
        rows =
            tables.nodes().isPresent()
                ? Optional.of(
                    NodeRows.read(session, idTable, tables, ids, config, source.classes(), work))
                : Optional.empty();
      } // DuckDB's memory is free again before the graph takes its own
      BuiltGraph built = GraphBuilder.undirected(ids.count(), work).add(arcs).build();
      return new ImportedTables(data(built, ids, rows), report(added, rows));
    }
  }

  private Session session() throws IOException {
    List<Path> files = new ArrayList<>(List.of(source.edges()));
    source.nodes().ifPresent(files::add);
    String what =
        source.nodes().map(nodes -> nodes + " with " + source.edges()).orElse("" + source.edges());
    return Session.open(
        new Session.Settings(
            what, work.workers().threads(), config.databaseBytes(), false, config.temporary()),
        files);
  }

  private IdTable.Tables tables(Session session) throws IOException {
    TableImportConfig.Columns wanted = config.columns();
    InputTable edges = InputTable.open(source.edges(), config, this::isHeader, session);
    ColumnChoice.OfEdges edgeColumns = ColumnChoice.ofEdges(edges, wanted, decisions);
    if (source.nodes().isEmpty()) {
      return new IdTable.Tables(edges, edgeColumns, Optional.empty(), Optional.empty());
    }
    InputTable nodes = InputTable.open(source.nodes().get(), config, this::isHeader, session);
    ColumnChoice.OfNodes nodeColumns = ColumnChoice.ofNodes(nodes, wanted, decisions);
    return new IdTable.Tables(edges, edgeColumns, Optional.of(nodes), Optional.of(nodeColumns));
  }

  private boolean isHeader(List<String> cells) {
    TableImportConfig.Columns given = config.columns();
    return ColumnNames.inRow(cells)
        || Stream.of(given.id(), given.src(), given.dst(), given.label(), given.split())
            .anyMatch(name -> name.isPresent() && cells.contains(name.get()));
  }

  private void refuseAdded(BitSet added, NodeIds ids) throws IOException {
    if (config.strict() && !added.isEmpty()) {
      throw new IOException(
          "%s names %,d nodes that are not in %s, the first '%.80s'"
              .formatted(
                  source.edges(),
                  added.cardinality(),
                  source.nodes().orElseThrow(),
                  ids.name(added.nextSetBit(0))));
    }
  }

  private void readArcs(Session session, IdTable idTable, NodeIds ids, BitSet added, ArcBuffer arcs)
      throws IOException {
    long most = config.limitBytes() / BUILD_BYTES_PER_EDGE;
    session.stream(
        idTable.arcs(ids instanceof NodeIds.Same),
        (chunk, rows) -> {
          var sources = chunk.vector(0);
          var targets = chunk.vector(1);
          for (int row = 0; row < rows; row++) {
            int from = sources.getInt(row, -1);
            int to = targets.getInt(row, -1);
            if (from < 0 || to < 0) {
              throw new IOException("%s changed while it was read".formatted(source.edges()));
            }
            arcs.add(from, to);
            if (!added.isEmpty() && (added.get(from) || added.get(to))) {
              edgesWithAdded++;
            }
          }
          edgeRows += rows;
          if (edgeRows > most) {
            throw new IOException(
                "%s has more than %,d edges, at %d bytes each more than the memory limit of %,d MB"
                    .formatted(
                        source.edges(), most, BUILD_BYTES_PER_EDGE, config.limitBytes() >> 20));
          }
        });
  }

  private GraphData data(BuiltGraph built, NodeIds ids, Optional<NodeRows> rows) {
    return new GraphData(
        name(),
        FORMAT,
        built.graph(),
        built.account(),
        rows.flatMap(NodeRows::features),
        rows.flatMap(NodeRows::labels),
        rows.flatMap(NodeRows::split),
        ids);
  }

  /// The folder that holds `edges.*`, or the edge table's own name.
  private String name() {
    String file = source.edges().getFileName().toString();
    String stem = file.indexOf('.') > 0 ? file.substring(0, file.indexOf('.')) : file;
    Path folder = source.edges().toAbsolutePath().normalize().getParent().getFileName();
    return stem.equalsIgnoreCase("edges") && folder != null ? folder.toString() : stem;
  }

  private TableReport report(BitSet added, Optional<NodeRows> rows) {
    decisions.add(
        new Decision("nodes", "0 … n−1 in the order of their ids", "whatever the order of rows"));
    return new TableReport(
        decisions,
        rows.map(NodeRows::rowCount).orElse(0L),
        edgeRows,
        added.cardinality(),
        edgesWithAdded,
        rows.map(NodeRows::missing).orElse(0L),
        rows.map(NodeRows::featureNames).orElse(List.of()),
        rows.map(NodeRows::classNames).orElse(List.of()));
  }
}
