package io.atp.cli.command;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.runtime.Require;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.NodeIds;
import io.atp.io.npy.Npy;
import io.atp.io.npy.Npz;
import io.atp.tables.Column;
import io.atp.tables.TableExport;
import io.atp.tables.TableFormat;
import io.atp.tables.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/// Per-node results and operators of a run as tables by the user's own ids.
final class RunTables {
  static final String COMBINED = "features.npy";

  private static final List<String> ENCODINGS =
      List.of("coefficients", "degree", "clustering", "eigenvector", "pagerank", "katz");

  private RunTables() {}

  /// @return the number of rows
  static long write(
      Path run, RunPart part, NodeIds ids, Path out, TableFormat format, Workspace work)
      throws IOException {
    return switch (part) {
      case COEFFICIENTS -> nodes(out, format, ids, coefficients(run, ids));
      case HOPS -> nodes(out, format, ids, hops(run, ids, work));
      case OPERATOR -> operator(run, ids, out, format);
      case GRAPH, PREDICTIONS -> throw new IllegalStateException(part + " are not in a run");
    };
  }

  private static long nodes(Path out, TableFormat format, NodeIds ids, List<Column> columns)
      throws IOException {
    TableExport.nodes(out, format, ids, columns);
    return ids.count();
  }

  private static List<Column> coefficients(Path run, NodeIds ids) throws IOException {
    List<Column> columns = new ArrayList<>();
    for (String name : ENCODINGS) {
      Path file = run.resolve(name + ".npy");
      if (Files.isRegularFile(file)) {
        double[] values = Npy.read(file).toDoubles();
        requireRows(file, values.length, ids);
        columns.add(new Column.Doubles(name, row -> values[(int) row]));
      }
    }
    Path triangles = run.resolve("triangles.npy");
    if (Files.isRegularFile(triangles)) {
      long[] counts = Npy.read(triangles).toLongs();
      requireRows(triangles, counts.length, ids);
      columns.add(new Column.Longs("triangles", row -> counts[(int) row]));
    }
    return columns;
  }

  private static List<Column> hops(Path run, NodeIds ids, Workspace work) throws IOException {
    List<Column> columns = new ArrayList<>();
    Path combined = run.resolve(COMBINED);
    if (Files.isRegularFile(combined)) {
      columns.add(matrix("f", combined, ids, work));
    }
    for (int hop = 0; Files.isRegularFile(run.resolve("hop-" + hop + ".npy")); hop++) {
      columns.add(matrix("hop" + hop + "_", run.resolve("hop-" + hop + ".npy"), ids, work));
    }
    return columns;
  }

  private static Column matrix(String prefix, Path file, NodeIds ids, Workspace work)
      throws IOException {
    DenseFeatures values = Npy.mapFloats(file, work.arena());
    requireRows(file, values.rows(), ids);
    return new Column.Matrix(prefix, values);
  }

  /// A row per entry of P̃: `src` is its row, `dst` its column.
  private static long operator(Path run, NodeIds ids, Path out, TableFormat format)
      throws IOException {
    Path file = run.resolve("operator.npz");
    try (Npz npz = Npz.open(file)) {
      long[] offsets = npz.array("indptr").toLongs();
      int[] columns = npz.array("indices").toInts();
      float[] values = npz.array("data").toFloats();
      requireRows(file, offsets.length - 1, ids);
      Require.that(
          offsets[offsets.length - 1] == columns.length && columns.length == values.length,
          "%s holds %d columns and %d values, its rows end at %d",
          file,
          columns.length,
          values.length,
          offsets[offsets.length - 1]);
      int[] at = {0};
      LongUnaryOperator row =
          entry -> {
            while (offsets[at[0] + 1] <= entry) {
              at[0]++;
            }
            return at[0];
          };
      TableWriter.write(
          out,
          format,
          List.of(
              end("src", ids, row),
              end("dst", ids, entry -> columns[(int) entry]),
              new Column.Floats("weight", entry -> values[(int) entry])),
          columns.length);
      return columns.length;
    }
  }

  private static Column end(String name, NodeIds ids, LongUnaryOperator node) {
    return ids instanceof NodeIds.Names names
        ? new Column.Texts(name, entry -> names.name((int) node.applyAsLong(entry)))
        : new Column.Longs(name, entry -> Long.parseLong(ids.name((int) node.applyAsLong(entry))));
  }

  private static void requireRows(Path file, int rows, NodeIds ids) throws IOException {
    if (rows != ids.count()) {
      throw new IOException(
          "%s has %d rows, the graph of the run has %d nodes".formatted(file, rows, ids.count()));
    }
  }
}
