package io.atp.io.export;

import io.atp.core.graph.CsrGraph;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.util.List;

/// `nodes.csv`: id, label, split, f0, f1, …; an empty cell is no label, no part, or a 0 that a
/// sparse matrix does not store. `edges.csv`: src, dst by id, an undirected edge once.
/// `classes.csv`: all classes, those no node has included.
final class CsvExport {
  private final GraphData data;
  private final int width;

  private CsvExport(GraphData data) throws IOException {
    this.data = data;
    this.width = FeatureCells.width(data);
  }

  static void write(GraphData data, OutputFolder out) throws IOException {
    CsvExport export = new CsvExport(data);
    try (CsvText csv = new CsvText(out.newFile("nodes.csv"))) {
      export.nodes(csv);
    }
    try (CsvText csv = new CsvText(out.newFile("edges.csv"))) {
      export.edges(csv);
    }
    if (data.labels().isPresent()) {
      ClassListFile.write(data.labels().get(), out);
    }
  }

  private void nodes(CsvText csv) throws IOException {
    List<SplitWords> splits = SplitWords.of(data);
    csv.field("id");
    if (data.labels().isPresent()) {
      csv.field("label");
    }
    for (SplitWords split : splits) {
      csv.field(split.name());
    }
    for (int column = 0; column < width; column++) {
      csv.field("f" + column);
    }
    csv.endRecord();
    for (int node = 0; node < data.graph().nodeCount(); node++) {
      csv.field(id(node));
      if (data.labels().isPresent()) {
        int label = data.labels().get().values()[node];
        csv.field(label == Labels.UNLABELLED ? "" : data.labels().get().className(label));
      }
      for (SplitWords split : splits) {
        csv.field(split.word(node));
      }
      if (width > 0) {
        cells(node, csv);
      }
      csv.endRecord();
    }
  }

  private String id(int node) throws IOException {
    String name = data.ids().name(node);
    if (name.isEmpty()) {
      throw new IOException(
          "node %d of %s has an empty name, for which CSV has no place"
              .formatted(node, data.name()));
    }
    return name;
  }

  private void cells(int node, CsvText csv) throws IOException {
    int[] next = {0};
    FeatureCells.forEach(
        data.features().orElseThrow(),
        node,
        (column, value) -> {
          for (; next[0] < column; next[0]++) {
            csv.field("");
          }
          csv.field(Float.toString(value));
          next[0]++;
        });
    for (; next[0] < width; next[0]++) {
      csv.field("");
    }
  }

  private void edges(CsvText csv) throws IOException {
    csv.field("src").field("dst").endRecord();
    CsrGraph graph = data.graph();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
        int target = graph.target(arc);
        if (!graph.symmetric() || node < target) {
          csv.field(id(node)).field(id(target)).endRecord();
        }
      }
    }
  }
}
