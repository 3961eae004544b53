package io.atp.bench;

import io.atp.core.graph.CsrGraph;
import io.atp.core.partition.Partitioner;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `gpmetis` of Debian's package metis, allowed the same imbalance as ours.
///
/// @param part the part of every node
/// @param seconds what METIS says the partitioning took: processor time, without reading and
///   writing files, so that on a busy machine only its side looks idle
record MetisPeer(int[] part, double seconds) {
  private static final Pattern TIME = Pattern.compile("Partitioning:\\s*([0-9.]+) sec");
  private static final String SEED = "1";

  static boolean installed() {
    return Peer.succeeds(List.of("gpmetis", "-help"));
  }

  /// Rows of neighbours counted from 1, after a line with nodes and edges.
  static void write(CsrGraph graph, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("%d %d\n".formatted(graph.nodeCount(), graph.edgeCount()));
      StringBuilder line = new StringBuilder();
      for (int node = 0; node < graph.nodeCount(); node++) {
        line.setLength(0);
        for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
          line.append(graph.target(arc) + 1).append(' ');
        }
        out.append(line.append('\n'));
      }
    }
  }

  static MetisPeer partition(Path graph, int parts) throws IOException {
    String slack = Long.toString(Math.round(1000 * (Partitioner.TOLERANCE - 1)));
    Path log = Path.of(graph + ".log");
    Process process =
        new ProcessBuilder(
                "gpmetis",
                "-ufactor=" + slack,
                "-seed=" + SEED,
                graph.toString(),
                Integer.toString(parts))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      int code = process.waitFor();
      Matcher time = TIME.matcher(Files.readString(log));
      if (code != 0 || !time.find()) {
        throw new IOException("gpmetis ended with code %d; see %s".formatted(code, log));
      }
      int[] part =
          Files.readAllLines(Path.of(graph + ".part." + parts)).stream()
              .mapToInt(Integer::parseInt)
              .toArray();
      return new MetisPeer(part, Double.parseDouble(time.group(1)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("gpmetis was interrupted", e);
    }
  }

  long cut(CsrGraph graph) {
    long arcs = 0;
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
        arcs += part[graph.target(arc)] == part[node] ? 0 : 1;
      }
    }
    return arcs / 2;
  }

  int largest(int parts) {
    int[] sizes = new int[parts];
    int largest = 0;
    for (int p : part) {
      largest = Math.max(largest, ++sizes[p]);
    }
    return largest;
  }
}
