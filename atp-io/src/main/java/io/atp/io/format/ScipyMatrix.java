package io.atp.io.format;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.runtime.Workspace;
import io.atp.io.npy.NpyArray;
import io.atp.io.npy.NpyStream;
import io.atp.io.npy.Npz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A matrix saved by `scipy.sparse.save_npz`, streamed as the arcs of a graph.
///
/// `format` says `csr` or `csc` (with `indptr`, `indices`) or `coo` (with `row`, `col`); each has
/// `data` and `shape`. An entry of value 0 is no arc; other weights and directions are dropped.
final class ScipyMatrix {
  private static final int PIECE = 1 << 16;

  private final Path path;
  private final Npz npz;

  private ScipyMatrix(Path path, Npz npz) {
    this.path = path;
    this.npz = npz;
  }

  static BuiltGraph graph(Path path, Workspace work) throws IOException {
    try (Npz npz = Npz.open(path);
        Workspace scratch = work.scratch()) {
      ScipyMatrix matrix = new ScipyMatrix(path, npz);
      ArcBuffer arcs = new ArcBuffer(scratch);
      int nodes = matrix.read(arcs);
      return GraphBuilder.undirected(nodes, work).add(arcs).build();
    }
  }

  private int read(ArcBuffer arcs) throws IOException {
    NpyArray format = npz.array("format");
    if (!format.type().isText() || format.header().size() != 1) {
      throw new IOException("%s holds no name of a format".formatted(format.source()));
    }
    String name = format.toStrings()[0];
    switch (name) {
      case "csr", "csc" -> {
        return compressed(arcs);
      }
      case "coo" -> {
        return coordinates(arcs);
      }
      default ->
          throw new IOException(
              "%s is '%.20s'; csr, csc and coo are read".formatted(format.source(), name));
    }
  }

  /// Rows or columns one after the other; which of the two makes no difference without directions.
  private int compressed(ArcBuffer arcs) throws IOException {
    NpyArray offsets = npz.array("indptr");
    if (offsets.header().size() == 0) {
      throw new IOException("%s is empty".formatted(offsets.source()));
    }
    int nodes = nodes(offsets.header().size() - 1);
    try (NpyStream indices = npz.stream("indices");
        NpyStream data = npz.stream("data")) {
      requireEntries(indices, data.left());
      Entries others = new Entries(indices, data, nodes);
      long at = 0;
      for (int node = 0; node < nodes; node++) {
        long start = offsets.wholeAt(node);
        long end = offsets.wholeAt(node + 1L);
        if (start != at || end < start || end - start > others.left()) {
          throw new IOException(
              "%s: row %d runs from entry %d to %d, with %d before it and %d after"
                  .formatted(path, node, start, end, at, others.left()));
        }
        for (; at < end; at++) {
          others.next();
          if (others.isArc()) {
            arcs.add(node, others.node());
          }
        }
      }
      if (others.left() > 0) {
        throw new IOException(
            "%s: the last row ends at entry %d, with %d left".formatted(path, at, others.left()));
      }
    }
    return nodes;
  }

  private int coordinates(ArcBuffer arcs) throws IOException {
    int nodes = nodes(-1);
    try (NpyStream rows = npz.stream("row");
        NpyStream columns = npz.stream("col");
        NpyStream data = npz.stream("data");
        NpyStream again = npz.stream("data")) {
      requireEntries(rows, data.left());
      requireEntries(columns, data.left());
      Entries sources = new Entries(rows, data, nodes);
      Entries targets = new Entries(columns, again, nodes);
      while (sources.left() > 0) {
        sources.next();
        targets.next();
        if (sources.isArc()) {
          arcs.add(sources.node(), targets.node());
        }
      }
    }
    return nodes;
  }

  private static void requireEntries(NpyStream indices, long entries) throws IOException {
    if (indices.left() != entries) {
      throw new IOException(
          "%s has %d entries, beside %d values"
              .formatted(indices.source(), indices.left(), entries));
    }
  }

  /// @param counted as many rows as the offsets tell of, or −1 where only the shape knows
  private int nodes(long counted) throws IOException {
    NpyArray shape = npz.array("shape");
    if (shape.header().size() != 2) {
      throw new IOException("%s must hold two sizes".formatted(shape.source()));
    }
    long rows = shape.wholeAt(0);
    long columns = shape.wholeAt(1);
    if (rows != columns || counted >= 0 && counted != rows) {
      throw new IOException(
          "%s is %d by %d with %s row offsets, and should be square"
              .formatted(path, rows, columns, counted < 0 ? "no" : counted + 1));
    }
    return Claims.nodes(path.toString(), rows, Math.max(counted, Files.size(path)));
  }

  /// The other end of each entry, and whether its value makes it an arc.
  private static final class Entries {
    private final NpyStream indices;
    private final NpyStream data;
    private final int nodes;
    private long[] ends = new long[0];
    private double[] values = new double[0];
    private int at = -1;

    private Entries(NpyStream indices, NpyStream data, int nodes) {
      this.indices = indices;
      this.data = data;
      this.nodes = nodes;
    }

    private long left() {
      return indices.left() + ends.length - 1 - at;
    }

    private void next() throws IOException {
      if (++at >= ends.length) {
        ends = indices.next(PIECE).toLongs();
        values = data.next(PIECE).toDoubles();
        at = 0;
      }
      if (ends[at] < 0 || ends[at] >= nodes) {
        throw new IOException(
            "%s names node %d, with %d nodes".formatted(indices.source(), ends[at], nodes));
      }
      if (!Double.isFinite(values[at])) {
        throw new IOException(
            "%s holds %s, not a finite number".formatted(data.source(), values[at]));
      }
    }

    private int node() {
      return (int) ends[at];
    }

    private boolean isArc() {
      return values[at] != 0;
    }
  }
}
