package io.atp.io.export;

import io.atp.core.graph.CsrGraph;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Matrix Market, coordinate pattern, counted from 1: of a symmetric graph the lower triangle, of
/// any other every arc.
final class MtxExport {
  private MtxExport() {}

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
