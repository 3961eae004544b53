package io.atp.core.estimate;

import io.atp.core.correct.CorrectionConfig;
import io.atp.core.correct.HighBiasCorrection;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.ArcSource;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.core.spectral.AdjacencyProduct;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What this machine does in a nanosecond, with the threads of a workspace.
///
/// Measured on a random graph of a million arcs and a file of 32 MB, each task again and again for
/// a fifth of a second so that its code is compiled; the best of its runs counts.
///
/// @param sortedArcs arcs dealt and sorted into rows
/// @param maskedArcs arcs looked at by the correction
/// @param gatheredArcs values of neighbours added, from a table that fits the cache or nearly
/// @param farGathers reads at random places of 64 MB, by one thread
/// @param hopBytes bytes of neighbours' rows added in a hop
/// @param diskBytes bytes written and brought to disk
public record MachineSpeed(
    double sortedArcs,
    double maskedArcs,
    double gatheredArcs,
    double farGathers,
    double hopBytes,
    double diskBytes) {
  private static final int NODES = 1 << 16;
  private static final int ARCS = 1 << 19;
  private static final int WIDTH = 64;
  private static final int FAR = 1 << 23;
  private static final int FILE_BYTES = 32 << 20;
  private static final long NANOS_PER_TASK = 250_000_000;

  /// @param folder where the outputs would go
  public static MachineSpeed measure(Workspace work, Path folder) {
    try (Workspace scratch = work.quietScratch()) {
      ArcSource arcs = new RandomArcs();
      CsrGraph graph = GraphBuilder.undirected(NODES, scratch).add(arcs).build().graph();
      double dealt = 2.0 * ARCS;
      double entries = graph.arcCount();
      double[] x = new double[NODES];
      double[] y = new double[NODES];
      double[] far = new double[FAR];
      AdjacencyProduct product = new AdjacencyProduct(graph, scratch.workers());
      DenseFeatures features =
          new DenseFeatures(NODES, WIDTH, scratch.allocateFloats((long) NODES * WIDTH));
      return new MachineSpeed(
          dealt / best(scratch, w -> GraphBuilder.undirected(NODES, w).add(arcs).build().account()),
          entries
              / best(
                  scratch,
                  w -> HighBiasCorrection.apply(graph, CorrectionConfig.defaults(), w).account()),
          entries / best(scratch, _ -> product.applyAndSum(x, y, (from, to) -> 0)),
          FAR / 8.0 / best(scratch, _ -> sumFar(far)),
          2 * entries * WIDTH * Float.BYTES / best(scratch, w -> twoHops(graph, features, w)),
          FILE_BYTES / best(scratch, _ -> writeFile(folder)));
    }
  }

  @FunctionalInterface
  private interface Task {
    Object run(Workspace scratch);
  }

  /// Nanoseconds of the fastest run.
  private static double best(Workspace work, Task task) {
    long begin = System.nanoTime();
    long best = Long.MAX_VALUE;
    do {
      try (Workspace scratch = work.scratch()) {
        long start = System.nanoTime();
        task.run(scratch);
        best = Math.min(best, System.nanoTime() - start);
      }
    } while (System.nanoTime() - begin < NANOS_PER_TASK);
    return Math.max(1, best);
  }

  private record RandomArcs() implements ArcSource {
    @Override
    public long size() {
      return ARCS;
    }

    @Override
    public int copy(long from, int count, long[] into) {
      for (int i = 0; i < count; i++) {
        long hash = StatelessHash.mix(from + i + 1);
        into[i] =
            ArcSource.pack(
                StatelessHash.below(hash, NODES),
                StatelessHash.below(StatelessHash.mix(hash), NODES));
      }
      return count;
    }
  }

  private static double sumFar(double[] table) {
    double sum = 0;
    for (int i = 0; i < table.length / 8; i++) {
      sum += table[(int) StatelessHash.mix(i) & table.length - 1];
    }
    return sum;
  }

  private static Object twoHops(CsrGraph graph, DenseFeatures features, Workspace work) {
    return Propagator.propagate(
        PropagationOperator.classic(graph, 0.5),
        features,
        PropagationConfig.of(2, new HopCombiner.Last()),
        work);
  }

  private static Object writeFile(Path folder) {
    try {
      Path file = Files.createTempFile(folder, ".atp-speed", null);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 20);
        for (int at = 0; at < FILE_BYTES; at += bytes.capacity()) {
          channel.write(bytes.clear());
        }
        channel.force(false);
        return file;
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
