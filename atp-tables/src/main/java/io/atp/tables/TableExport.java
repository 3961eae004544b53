package io.atp.tables;

import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.PropagationOperator;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import io.atp.io.export.ClassListFile;
import io.atp.io.export.ExportPart;
import io.atp.io.export.ExportReport;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToIntFunction;

/// Graph, operator and whatever there is per node as tables by the user's own ids, such that
/// [TableImport] reads them back.
public final class TableExport {
  private static final String[] PARTS = {null, "train", "val", "test"};

  private static final Set<ExportPart> CARRIED =
      EnumSet.of(
          ExportPart.FEATURES,
          ExportPart.LABELS,
          ExportPart.SPLIT,
          ExportPart.IDS,
          ExportPart.DIRECTION,
          ExportPart.CLASS_ORDER);

  private TableExport() {}

  /// The whole graph: `nodes`, `edges` and `classes.csv` in a folder that the caller commits.
  ///
  /// @return what a folder of tables has no place for
  public static ExportReport graph(OutputFolder out, TableFormat format, GraphData data)
      throws IOException {
    nodes(out.newFile("nodes" + format.extension()), format, data);
    edges(out.newFile("edges" + format.extension()), format, data);
    if (data.labels().isPresent()) {
      ClassListFile.write(data.labels().get(), out);
    }
    return ExportReport.of(data, format.name().toLowerCase(Locale.ROOT), CARRIED, out.path());
  }

  /// A row per node: `id`, then the given columns.
  ///
  /// @param columns predictions, coefficients, hop features and the like, by node
  public static void nodes(Path file, TableFormat format, NodeIds ids, List<Column> columns)
      throws IOException {
    List<Column> all = new ArrayList<>();
    all.add(idColumn("id", ids));
    all.addAll(columns);
    TableWriter.write(file, format, all, ids.count());
  }

  /// A row per node: `id`, `label` and `split` (the first) where there are such, features `f0`,
  /// `f1` and so on.
  ///
  /// Labels are the names of the classes where these have names.
  public static void nodes(Path file, TableFormat format, GraphData data) throws IOException {
    List<Column> columns = new ArrayList<>();
    data.labels().ifPresent(labels -> columns.add(labelColumn("label", labels)));
    data.split().ifPresent(split -> columns.add(splitColumn("split", split, data.ids().count())));
    data.features().ifPresent(features -> columns.add(new Column.Matrix("f", features)));
    nodes(file, format, data.ids(), columns);
  }

  /// A row per edge, `src` and `dst`: each once where the graph is symmetric, all arcs otherwise.
  public static void edges(Path file, TableFormat format, GraphData data) throws IOException {
    CsrGraph graph = data.graph();
    EdgeWalk.Over over = graph.symmetric() ? EdgeWalk.Over.EDGES : EdgeWalk.Over.ARCS;
    TableWriter.write(
        file, format, ends(graph, over, data.ids()), new EdgeWalk(graph, over).length());
  }

  /// A row per entry of P̃, the diagonal included: row `src`, column `dst`, `weight`.
  public static void operator(
      Path file, TableFormat format, PropagationOperator operator, NodeIds ids) throws IOException {
    EdgeWalk.Over over = EdgeWalk.Over.ARCS_AND_LOOPS;
    List<Column> columns = new ArrayList<>(ends(operator.graph(), over, ids));
    EdgeWalk walk = new EdgeWalk(operator.graph(), over);
    columns.add(
        new Column.Doubles(
            "weight",
            _ -> {
              walk.next();
              return operator.left()[walk.source()] * operator.right()[walk.target()];
            }));
    TableWriter.write(file, format, columns, walk.length());
  }

  /// The user's ids, as numbers where they are numbers.
  public static Column idColumn(String name, NodeIds ids) {
    return switch (ids) {
      case NodeIds.Same _ -> new Column.Longs(name, row -> row);
      case NodeIds.Numbers numbers -> new Column.Longs(name, row -> numbers.values()[(int) row]);
      case NodeIds.Names names -> new Column.Texts(name, row -> names.name((int) row));
    };
  }

  /// The label of each node, empty where it has none.
  public static Column labelColumn(String name, Labels labels) {
    return new Column.Texts(
        name,
        row -> labels.labelled((int) row) ? labels.className(labels.values()[(int) row]) : null);
  }

  /// `train`, `val`, `test`, or empty.
  public static Column splitColumn(String name, Split split, int nodeCount) {
    byte[] part = new byte[nodeCount];
    int[][] parts = {split.train(), split.validation(), split.test()};
    for (int code = 0; code < parts.length; code++) {
      for (int node : parts[code]) {
        part[node] = (byte) (code + 1);
      }
    }
    return new Column.Texts(name, row -> PARTS[part[(int) row]]);
  }

  private static List<Column> ends(CsrGraph graph, EdgeWalk.Over over, NodeIds ids) {
    return List.of(
        end("src", new EdgeWalk(graph, over), EdgeWalk::source, ids),
        end("dst", new EdgeWalk(graph, over), EdgeWalk::target, ids));
  }

  private static Column end(String name, EdgeWalk walk, ToIntFunction<EdgeWalk> node, NodeIds ids) {
    return switch (ids) {
      case NodeIds.Same _ -> new Column.Longs(name, _ -> node.applyAsInt(walk.next()));
      case NodeIds.Numbers numbers ->
          new Column.Longs(name, _ -> numbers.values()[node.applyAsInt(walk.next())]);
      case NodeIds.Names names ->
          new Column.Texts(name, _ -> names.name(node.applyAsInt(walk.next())));
    };
  }
}
