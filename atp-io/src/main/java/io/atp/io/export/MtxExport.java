package io.atp.io.export;

import io.atp.core.graph.CsrGraph;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.NodeIds;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Matrix Market, coordinate pattern, counted from 1: of a symmetric graph the lower triangle, of
/// any other every arc.
final class MtxExport {
  private MtxExport() {}

  /// The ids are lost unless they are 1 … n, which is what a reader of the file calls the nodes.
  static ExportReport report(GraphData data, Path out) {
    ExportFormat format = ExportFormat.MTX;
    ExportReport report = ExportReport.of(data, format.word(), format.carried(), out);
    List<ExportPart> leftOut = new ArrayList<>(report.leftOut());
    leftOut.remove(ExportPart.IDS);
    if (!countFromOne(data.ids())) {
      leftOut.add(ExportPart.IDS);
    }
    return new ExportReport(format.word(), out, leftOut);
  }

  private static boolean countFromOne(NodeIds ids) {
    return ids instanceof NodeIds.Numbers(long[] values)
        && values.length > 0
        && values[0] == 1
        && values[values.length - 1] == values.length;
  }

  static void write(CsrGraph graph, Path file) throws IOException {
    boolean symmetric = graph.symmetric();
    try (BufferedWriter out =
        Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW)) {
      out.write("%%MatrixMarket matrix coordinate pattern ");
      out.write(symmetric ? "symmetric\n" : "general\n");
      int nodes = graph.nodeCount();
      long entries = symmetric ? graph.arcCount() / 2 : graph.arcCount();
      out.write("%d %d %d\n".formatted(nodes, nodes, entries));
      for (int node = 0; node < nodes; node++) {
        for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
          int target = graph.target(arc);
          if (!symmetric || target < node) {
            out.write(Integer.toString(node + 1));
            out.write(' ');
            out.write(Integer.toString(target + 1));
            out.write('\n');
          }
        }
      }
    }
  }
}
