package io.atp.bench.jmh;

import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.SingleHop;
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

/// A walk of one step over features where they lie, on a generated graph of ten edges a node, on
/// one thread.
///
/// 999 nodes stay in the cache and leave odd row ranges; 100 003 nodes do not stay.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class SingleHopBenchmark {
  @Param({"999", "100003"})
  public int nodes;

  private final RowKernels scalar = Kernels.scalar();
  private final RowKernels vector = Kernels.vector();
  private Workspace work;
  private SingleHop hop;

  @Setup(Level.Trial)
  public void open() {
    work = Workspace.open(1);
    GeneratorConfig config = GeneratorConfig.of(nodes, 10L * nodes, 0, 7);
    CsrGraph graph = GraphGenerator.generate(config, work).graph();
    float[] factors = new float[nodes];
    Arrays.fill(factors, 0.05f);
    int columns = vector.widestPanel();
    int stride = 2 * columns;
    MemorySegment in = work.allocateFloats((long) nodes * stride);
    in.copyFrom(Rows.random(nodes * stride, 3, work.arena()));
    hop =
        new SingleHop(
            graph.offsets(),
            graph.targets(),
            factors,
            factors,
            factors,
            new RowSource(in, nodes, stride, 0, columns),
            work.allocateFloats((long) nodes * stride));
  }

  @TearDown(Level.Trial)
  public void close() {
    work.close();
  }

  @Benchmark
  public MemorySegment scalar() {
    scalar.singleHop(hop, 0, nodes);
    return hop.out();
  }

  @Benchmark
  public MemorySegment vector() {
    vector.singleHop(hop, 0, nodes);
    return hop.out();
  }
}
