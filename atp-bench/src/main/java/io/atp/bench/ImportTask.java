package io.atp.bench;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.format.EdgeListReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A text list of the graph's edges, one direction each and in no order: read, sorted, symmetrised.
final class ImportTask {
  private static final double TARGET_BYTES_PER_SECOND = 120e6;

  /// A prime beyond any edge count here: stepping by it visits every edge once, out of order.
  static final long STRIDE = 6_700_417_000_111L;

  private final Run run;
  private final CsrGraph graph;

  ImportTask(Run run, CsrGraph graph) {
    this.run = run;
    this.graph = graph;
  }

  void run() throws IOException {
    Path file = run.folder().file("edges.txt");
    try (Workspace scratch = run.work().scratch()) {
      write(BenchFolder.edges(graph, scratch), graph.edgeCount(), file);
    }
    Timing timing = Timing.of(1, run.trials(), () -> read(file));
    double rate = Files.size(file) / timing.best();
    String verdict = rate >= TARGET_BYTES_PER_SECOND ? "met" : "missed";
    run.report()
        .add(
            Row.ours(
                "import of %,d lines".formatted(graph.edgeCount()),
                timing,
                "%.0f MB/s of text; target ≥ 120 MB/s %s".formatted(rate * 1e-6, verdict)));
    Files.delete(file);
  }

  private static void write(MemorySegment edges, long count, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      long edge = 0;
      for (long line = 0; line < count; line++) {
        long at = 2 * edge * Long.BYTES;
        long source = edges.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        long target = edges.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES);
        out.write((source + "\t" + target + "\n").getBytes(StandardCharsets.US_ASCII));
        edge = (edge + STRIDE) % count;
      }
    }
  }

  private void read(Path file) {
    try (Workspace own = Workspace.open(run.work().workers().threads())) {
      CsrGraph found = new EdgeListReader().read(file, own).graph();
      if (found.arcCount() != graph.arcCount()) {
        throw new IllegalStateException(
            "%s: %d arcs were read, %d written"
                .formatted(file, found.arcCount(), graph.arcCount()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
