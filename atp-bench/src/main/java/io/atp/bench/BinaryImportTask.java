package io.atp.bench;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.format.OnDiskReader;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import io.atp.io.npy.NpyWriter;
import io.atp.io.store.NativeStore;
import io.atp.io.store.OutputFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/// A DGL OnDiskDataset of 100 M arcs in no order, as one array of int64: read, sorted, checked for
/// duplicates and stored with checksums, end to end.
final class BinaryImportTask {
  private static final double TARGET_BYTES_PER_SECOND = 150e6;
  private static final int MOST_TRIALS = 3;
  private static final int NODES_FACTOR = 5;
  private static final int EDGES_PER_NODE = 10;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Run run;

  BinaryImportTask(Run run) {
    this.run = run;
  }

  void run() throws IOException {
    Path input = run.folder().file("ondisk");
    Files.createDirectory(input);
    long arcs = write(input);
    Timing timing =
        Timing.of(
            1,
            Math.min(MOST_TRIALS, run.trials()),
            () -> {
              try {
                convert(input, arcs);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    double rate = Files.size(input.resolve("edges.npy")) / timing.best();
    String verdict = rate >= TARGET_BYTES_PER_SECOND ? "met" : "missed";
    run.report()
        .add(
            Row.ours(
                "import of %,d binary arcs into a store".formatted(arcs),
                timing,
                "%.0f MB/s of input; target ≥ 150 MB/s %s".formatted(rate * 1e-6, verdict)));
  }

  private long write(Path input) throws IOException {
    int nodes = NODES_FACTOR * run.options().nodes();
    try (Workspace own = Workspace.open(run.work().workers().threads())) {
      var config = GeneratorConfig.of(nodes, (long) EDGES_PER_NODE * nodes, 0, 16);
      CsrGraph graph = GraphGenerator.generate(config, own).graph();
      long arcs = graph.arcCount();
      MemorySegment pairs = own.allocateLongs(2 * arcs);
      long place = 0;
      for (int node = 0; node < nodes; node++) {
        for (long arc = graph.offset(node), end = graph.offset(node + 1); arc < end; arc++) {
          pairs.set(LONG, place * Long.BYTES, node);
          pairs.set(LONG, (arcs + place) * Long.BYTES, graph.target(arc));
          place = (place + ImportTask.STRIDE) % arcs;
        }
      }
      NpyWriter.write(input.resolve("edges.npy"), "<i8", new long[] {2, arcs}, pairs);
      Files.writeString(
          input.resolve(OnDiskReader.METADATA),
          """
          dataset_name: bench
          graph:
            nodes:
              - num: %d
            edges:
              - format: numpy
                path: edges.npy
          """
              .formatted(nodes));
      return arcs;
    }
  }

  private void convert(Path input, long arcs) throws IOException {
    Path store = run.folder().file("store");
    try (Workspace own = Workspace.open(run.work().workers().threads());
        OutputFolder out = OutputFolder.create(store)) {
      GraphData data = new OnDiskReader().read(input, own);
      if (data.graph().arcCount() != arcs) {
        throw new IllegalStateException(
            "%d arcs were read, %d written".formatted(data.graph().arcCount(), arcs));
      }
      NativeStore.write(out, data, own);
      out.commit();
    }
    BenchFolder.delete(store);
  }
}
