package io.atp.bench;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.operator.MaterialisedOperator;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.Workspace;
import io.atp.io.npy.NpyWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A temporary folder with the graph as peers read it, and the results they leave there.
///
/// @param sources where the peers' sources are: `atp-bench/src/main`
/// @param threads how many threads a peer may use
record BenchFolder(Path path, Path sources, int threads) implements AutoCloseable {
  private static final int SAMPLE_ROWS = 1000;

  static BenchFolder create(Path sources, int threads) throws IOException {
    return new BenchFolder(Files.createTempDirectory("atp-bench-"), sources, threads);
  }

  Path file(String name) {
    return path.resolve(name);
  }

  /// The operator as CSR with values, the plain topology, the edges once each, and the features.
  void write(PropagationOperator operator, DenseFeatures features, Workspace work)
      throws IOException {
    CsrGraph graph = operator.graph();
    write("graph-offsets.npy", "<i8", graph.offsets(), graph.nodeCount() + 1L);
    write("graph-targets.npy", "<i4", graph.targets(), graph.arcCount());
    write("features.npy", "<f4", features.data(), features.rows(), features.width());
    write(
        "sample-rows.npy",
        "<i4",
        MemorySegment.ofArray(sampleRows(graph.nodeCount())),
        sampleRows(graph.nodeCount()).length);
    try (Workspace scratch = work.scratch()) {
      MaterialisedOperator values = MaterialisedOperator.of(operator, scratch);
      write("operator-offsets.npy", "<i8", values.offsets(), values.rows() + 1L);
      write("operator-columns.npy", "<i4", values.columns(), values.entries());
      write("operator-values.npy", "<f4", values.values(), values.entries());
      write("edges.npy", "<i8", edges(graph, scratch), graph.edgeCount(), 2);
    }
  }

  /// Rows at equal distances, on which whole matrices are compared.
  static int[] sampleRows(int nodeCount) {
    int[] rows = new int[Math.min(SAMPLE_ROWS, nodeCount)];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (int) ((long) i * nodeCount / rows.length);
    }
    return rows;
  }

  /// Every edge once, smaller end first, as two longs.
  static MemorySegment edges(CsrGraph graph, Workspace scratch) {
    MemorySegment pairs = scratch.allocateLongs(2 * graph.edgeCount());
    long at = 0;
    for (int node = 0; node < graph.nodeCount(); node++) {
      for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
        int target = graph.target(arc);
        if (node < target) {
          pairs.set(ValueLayout.JAVA_LONG_UNALIGNED, at, node);
          pairs.set(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES, target);
          at += 2 * Long.BYTES;
        }
      }
    }
    return pairs;
  }

  private void write(String name, String type, MemorySegment data, long... shape)
      throws IOException {
    NpyWriter.write(file(name), type, shape, data);
  }

  @Override
  public void close() {
    delete(path);
  }

  static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
