package io.atp.bench.jmh;

import io.atp.core.graph.CompressedTopology;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.RowChunks;
import io.atp.core.graph.RowWindow;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.PanelHop;
import io.atp.core.kernel.RowKernels;
import io.atp.core.runtime.Workspace;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// One step of a panel over a graph in memory, as it is and compressed, chunk by chunk on one
/// thread. The bytes an arc takes in both forms are printed before.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class CompressedHopBenchmark {
  @Param({"9999", "1000003"})
  public int nodes;

  @Param({"16", "64"})
  public int width;

  private final RowKernels kernels = Kernels.active();
  private Workspace work;
  private RowChunks chunks;
  private RowWindow window;
  private PanelHop panel;

  @Setup(Level.Trial)
  public void open() {
    work = Workspace.open(2);
    GeneratorConfig config = GeneratorConfig.of(nodes, 10L * nodes, 0, 7);
    CsrGraph graph = GraphGenerator.generate(config, work).graph();
    CompressedTopology compressed = CompressedTopology.of(graph, work);
    System.out.printf(
        "%,d arcs: plain %.2f bytes an arc, compressed %.2f%n",
        graph.arcCount(), (double) graph.sizeBytes() / graph.arcCount(), compressed.bytesPerArc());
    chunks = RowChunks.of(graph);
    window = new RowWindow(compressed, kernels, work);
    float[] factors = new float[nodes];
    Arrays.fill(factors, 0.05f);
    MemorySegment in = work.allocateFloats((long) nodes * width);
    MemorySegment out = work.allocateFloats((long) nodes * width);
    in.copyFrom(Rows.random(nodes * width, 3, work.arena()));
    panel = new PanelHop(graph.offsets(), graph.targets(), factors, width, in, out, 0, 0, 0, in);
  }

  @TearDown(Level.Trial)
  public void close() {
    work.close();
  }

  @Benchmark
  public MemorySegment plain() {
    for (int chunk = 0; chunk < chunks.count(); chunk++) {
      kernels.hop(panel, chunks.from(chunk), chunks.to(chunk));
    }
    return panel.out();
  }

  @Benchmark
  public MemorySegment compressed() {
    for (int chunk = 0; chunk < chunks.count(); chunk++) {
      window.hop(panel, chunks.from(chunk), chunks.to(chunk));
    }
    return panel.out();
  }
}
