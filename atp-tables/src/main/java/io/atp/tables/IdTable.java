package io.atp.tables;

import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.NodeIds;
import io.atp.tables.TableColumn.Type;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every id that occurs, numbered 0 … n−1 in the order of the ids: whole numbers by value, anything
/// else by the bytes of its UTF-8 text. The order of rows never matters.
///
/// Lives in DuckDB as the table `ids(node, id, listed)`, sorted on disk where memory is short. Ids
/// are compared as 64-bit numbers where every table stores them so, and as texts otherwise; if all
/// texts then turn out to be whole numbers, these still decide the order.
final class IdTable {
  private static final long MOST_NODES = Integer.MAX_VALUE - 8;

  /// A text that is how a 64-bit number is written: not `007`, not `+1`.
  private static final String IS_WHOLE = "CAST(TRY_CAST(%1$s AS BIGINT) AS VARCHAR) = %1$s";

  private final Session session;
  private final Tables tables;
  private final boolean wholeColumns;
  private boolean numbers;
  private int count;

  /// The tables with the columns that hold ids.
  record Tables(
      InputTable edges,
      ColumnChoice.OfEdges edgeColumns,
      Optional<InputTable> nodes,
      Optional<ColumnChoice.OfNodes> nodeColumns) {
    boolean wholeColumns() {
      return isWhole(edges, edgeColumns.src())
          && isWhole(edges, edgeColumns.dst())
          && (nodes.isEmpty() || isWhole(nodes.get(), nodeColumns.orElseThrow().id()));
    }

    private static boolean isWhole(InputTable table, TableColumn column) {
      return !table.isText() && column.type() == Type.WHOLE;
    }
  }

  private IdTable(Session session, Tables tables) {
    this.session = session;
    this.tables = tables;
    this.wholeColumns = tables.wholeColumns();
  }

  /// @throws IOException if an id is missing, or one stands twice in the node table
  static IdTable create(Session session, Tables tables) throws IOException {
    IdTable ids = new IdTable(session, tables);
    ids.gather();
    ids.number();
    return ids;
  }

  private void gather() throws IOException {
    ColumnChoice.OfEdges edges = tables.edgeColumns();
    String ends =
        "SELECT unnest([%s, %s]) AS id FROM %s"
            .formatted(
                key(tables.edges(), edges.src()), key(tables.edges(), edges.dst()), edgeRows());
    if (tables.nodes().isEmpty()) {
      session.execute("CREATE TABLE seen AS SELECT DISTINCT id, 1 AS listed FROM (" + ends + ")");
    } else {
      session.execute(
          ("CREATE TABLE seen AS SELECT id, sum(n)::BIGINT AS listed FROM ("
                  + "SELECT %s AS id, 1 AS n FROM %s UNION ALL SELECT id, 0 FROM (%s)) GROUP BY id")
              .formatted(nodeKey(), nodeRows(), ends));
      requireDistinct();
    }
    if (session.number("SELECT count(*) FROM seen WHERE id IS NULL") > 0) {
      throw new MissingId(tables).found(session);
    }
  }

  private void requireDistinct() throws IOException {
    String twice = "FROM seen WHERE listed > 1 AND id IS NOT NULL";
    String id = session.text("SELECT CAST(id AS VARCHAR) " + twice + " ORDER BY id LIMIT 1");
    if (id != null) {
      throw new IOException(
          "%s lists id '%.80s' %d times (%d ids stand there more than once)"
              .formatted(
                  tables.nodes().orElseThrow().file(),
                  id,
                  session.number("SELECT listed " + twice + " ORDER BY id LIMIT 1"),
                  session.number("SELECT count(*) " + twice)));
    }
  }

  private void number() throws IOException {
    long all = session.number("SELECT count(*) FROM seen");
    if (all > MOST_NODES) {
      throw new IOException(
          "%s names %,d nodes, more than the %,d that are numbered here"
              .formatted(tables.edges().file(), all, MOST_NODES));
    }
    count = (int) all;
    numbers =
        wholeColumns
            || session.number(
                    "SELECT count(*) FROM seen WHERE NOT coalesce(%s, false)"
                        .formatted(IS_WHOLE.formatted("id")))
                == 0;
    session.execute(
        ("CREATE TABLE ids AS SELECT CAST(row_number() OVER (ORDER BY %s) - 1 AS INTEGER) AS node,"
                + " id, listed FROM seen")
            .formatted(order("id")));
    session.execute("DROP TABLE seen");
  }

  private String order(String id) {
    return numbers && !wholeColumns ? "CAST(" + id + " AS BIGINT)" : id;
  }

  int count() {
    return count;
  }

  /// An id as it is compared: a number where all tables store numbers, its text otherwise.
  String key(InputTable table, TableColumn column) {
    return wholeColumns ? "CAST(%s AS BIGINT)".formatted(column.sql()) : table.key(column);
  }

  private String nodeKey() {
    return key(tables.nodes().orElseThrow(), tables.nodeColumns().orElseThrow().id());
  }

  private String nodeRows() {
    return tables
        .nodes()
        .orElseThrow()
        .read(Map.of(tables.nodeColumns().orElseThrow().id(), "VARCHAR"));
  }

  private String edgeRows() {
    ColumnChoice.OfEdges columns = tables.edgeColumns();
    return tables.edges().read(Map.of(columns.src(), "VARCHAR", columns.dst(), "VARCHAR"));
  }

  /// Two INTEGER columns, source and target of every edge; null where the file changed meanwhile.
  String arcs(boolean same) {
    String src = key(tables.edges(), tables.edgeColumns().src());
    String dst = key(tables.edges(), tables.edgeColumns().dst());
    if (same) {
      return "SELECT TRY_CAST(%s AS INTEGER), TRY_CAST(%s AS INTEGER) FROM %s"
          .formatted(src, dst, edgeRows());
    }
    // LEFT, so that ids are always the side that is hashed, however few edges DuckDB expects.
    return ("SELECT s.node, d.node FROM (SELECT %s AS src, %s AS dst FROM %s) e"
            + " LEFT JOIN ids s ON e.src = s.id LEFT JOIN ids d ON e.dst = d.id")
        .formatted(src, dst, edgeRows());
  }

  /// The nodes that no row of the node table stands for.
  BitSet unlisted() throws IOException {
    BitSet unlisted = new BitSet();
    session.stream(
        "SELECT node FROM ids WHERE listed = 0",
        (chunk, rows) -> {
          for (int row = 0; row < rows; row++) {
            unlisted.set(chunk.vector(0).getInt(row));
          }
        });
    return unlisted;
  }

  /// The ids by node, for the user.
  NodeIds toNodeIds(Workspace work) throws IOException {
    if (!numbers) {
      return names(work);
    }
    long[] values = new long[count];
    session.stream(
        "SELECT node, CAST(id AS BIGINT) FROM ids",
        (chunk, rows) -> {
          var node = chunk.vector(0);
          var id = chunk.vector(1);
          for (int row = 0; row < rows; row++) {
            values[node.getInt(row)] = id.getLong(row);
          }
        });
    boolean same = count > 0 && values[0] == 0 && values[count - 1] == count - 1L;
    return same ? new NodeIds.Same(count) : new NodeIds.Numbers(values);
  }

  private NodeIds names(Workspace work) throws IOException {
    MemorySegment bytes = work.allocate(session.number("SELECT sum(strlen(id))::BIGINT FROM ids"));
    MemorySegment offsets = work.allocateLongs(count + 1L);
    long[] at = {0, 0};
    session.stream(
        "SELECT id FROM ids ORDER BY node",
        (chunk, rows) -> {
          var id = chunk.vector(0);
          for (int row = 0; row < rows; row++) {
            byte[] name = id.getString(row).getBytes(StandardCharsets.UTF_8);
            MemorySegment.copy(name, 0, bytes, ValueLayout.JAVA_BYTE, at[1], name.length);
            at[1] += name.length;
            offsets.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, ++at[0], at[1]);
          }
        });
    return NodeIds.Names.of(bytes, offsets);
  }

  /// Which table, column and row lacks an id.
  private record MissingId(Tables tables) {
    IOException found(Session session) throws IOException {
      ColumnChoice.OfEdges edges = tables.edgeColumns();
      for (TableColumn column : List.of(edges.src(), edges.dst())) {
        long row = FileOrder.firstMissing(session, tables.edges(), column);
        if (row > 0) {
          return sentence(tables.edges(), column, row);
        }
      }
      TableColumn id = tables.nodeColumns().orElseThrow().id();
      InputTable nodes = tables.nodes().orElseThrow();
      return sentence(nodes, id, FileOrder.firstMissing(session, nodes, id));
    }

    private static IOException sentence(InputTable table, TableColumn column, long row) {
      return new IOException(
          "%s, row %d: column '%s' holds no id".formatted(table.file(), row, column.name()));
    }
  }
}
