package io.atp.io.export;

import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.json.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// GraphML with the keys `label`, `split` and `f0`, `f1`, …, and the number of classes, or the list
/// of their names, as data of the graph. Of sparse features only the stored cells are written; the
/// default of the rest is 0.
final class GraphMlExport {
  private final GraphData data;
  private final int width;
  private final List<SplitWords> splits;
  private final BufferedWriter out;

  private GraphMlExport(GraphData data, BufferedWriter out) throws IOException {
    this.data = data;
    this.width = FeatureCells.width(data);
    this.splits = SplitWords.of(data);
    this.out = out;
  }

  static void write(GraphData data, Path file) throws IOException {
    try (BufferedWriter out =
        Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW)) {
      new GraphMlExport(data, out).write();
    }
  }

  private void write() throws IOException {
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.write("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    keys();
    boolean symmetric = data.graph().symmetric();
    out.write("<graph edgedefault=\"%s\">\n".formatted(symmetric ? "undirected" : "directed"));
    if (data.labels().isPresent()) {
      if (named()) {
        value("classNames", escaped(Json.write(data.labels().get().classNames().get()).strip()));
      } else {
        value("classCount", Integer.toString(data.labels().get().classCount()));
      }
      out.write('\n');
    }
    for (int node = 0; node < data.graph().nodeCount(); node++) {
      node(node);
    }
    edges();
    out.write("</graph>\n</graphml>\n");
  }

  private boolean named() {
    return data.labels().flatMap(Labels::classNames).isPresent();
  }

  private void keys() throws IOException {
    if (data.labels().isPresent()) {
      key(named() ? "classNames" : "classCount", "graph", named() ? "string" : "int", "");
      key("label", "node", named() ? "string" : "int", "");
    }
    for (SplitWords split : splits) {
      key(split.name(), "node", "string", "");
    }
    boolean sparse = width > 0 && data.features().get() instanceof SparseFeatures;
    for (int column = 0; column < width; column++) {
      key("f" + column, "node", "float", sparse ? "<default>0</default>" : "");
    }
  }

  private void key(String name, String domain, String type, String inside) throws IOException {
    out.write(
        "<key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\">%s</key>\n"
            .formatted(name, domain, name, type, inside));
  }

  private void value(String key, String text) throws IOException {
    out.write("<data key=\"");
    out.write(key);
    out.write("\">");
    out.write(text);
    out.write("</data>");
  }

  private void node(int node) throws IOException {
    out.write("<node id=\"");
    out.write(id(node));
    out.write("\">");
    if (data.labels().isPresent()) {
      int label = data.labels().get().values()[node];
      if (label != Labels.UNLABELLED) {
        value("label", escaped(data.labels().get().className(label)));
      }
    }
    for (SplitWords split : splits) {
      if (!split.word(node).isEmpty()) {
        value(split.name(), split.word(node));
      }
    }
    if (width > 0) {
      FeatureCells.forEach(
          data.features().get(), node, (column, x) -> value("f" + column, Float.toString(x)));
    }
    out.write("</node>\n");
  }

  private void edges() throws IOException {
    CsrGraph graph = data.graph();
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
        int target = graph.target(arc);
        if (!graph.symmetric() || node < target) {
          out.write("<edge source=\"");
          out.write(id(node));
          out.write("\" target=\"");
          out.write(id(target));
          out.write("\"/>\n");
        }
      }
    }
  }

  /// The name of a node as an attribute's value.
  ///
  /// @throws IOException if it holds a character that XML 1.0 has no way to write
  private String id(int node) throws IOException {
    try {
      return escaped(data.ids().name(node));
    } catch (IOException e) {
      throw new IOException("the name of node %d of ".formatted(node) + e.getMessage(), e);
    }
  }

  /// A text as XML has it, between tags or in an attribute.
  private String escaped(String name) throws IOException {
    StringBuilder built = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case '&' -> built.append("&amp;");
        case '<' -> built.append("&lt;");
        case '>' -> built.append("&gt;");
        case '"' -> built.append("&quot;");
        case '\t', '\n', '\r' -> built.append("&#").append((int) c).append(';');
        default -> {
          if (c < ' ' || c == '\uFFFE' || c == '\uFFFF') {
            throw new IOException(
                "%s holds character \\u%04x, which XML cannot".formatted(data.name(), (int) c));
          }
          built.append(c);
        }
      }
    }
    return built.toString();
  }
}
