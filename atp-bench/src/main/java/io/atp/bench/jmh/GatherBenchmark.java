package io.atp.bench.jmh;

import io.atp.core.graph.CsrGraph;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
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

/// A sparse matrix of seven edges a node times a dense one of many widths, row by row on one
/// thread.
///
/// 999 nodes stay in the cache; 169 343 nodes, with 256 columns, do not. 7 and 40 columns end in a
/// masked vector.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class GatherBenchmark {
  @Param({"999", "169343"})
  public int nodes;

  @Param({"7", "40", "64", "256"})
  public int width;

  private final RowKernels scalar = Kernels.scalar();
  private final RowKernels vector = Kernels.vector();
  private final WeightedRows list = new WeightedRows();
  private Workspace work;
  private CsrGraph graph;
  private RowSource source;
  private MemorySegment out;

  @Setup(Level.Trial)
  public void open() {
    work = Workspace.open(1);
    GeneratorConfig config = GeneratorConfig.of(nodes, 7L * nodes, 0, 7);
    graph = GraphGenerator.generate(config, work).graph();
    MemorySegment in = work.allocateFloats((long) nodes * width);
    in.copyFrom(Rows.random(nodes * width, 3, work.arena()));
    source = new RowSource(in, nodes, width, 0, width);
    out = work.allocateFloats((long) nodes * width);
  }

  @TearDown(Level.Trial)
  public void close() {
    work.close();
  }

  @Benchmark
  public MemorySegment scalar() {
    return product(scalar);
  }

  @Benchmark
  public MemorySegment vector() {
    return product(vector);
  }

  private MemorySegment product(RowKernels kernels) {
    for (int row = 0; row < nodes; row++) {
      list.reset(graph.degree(row));
      list.count(graph.copyRow(row, list.rows()));
      Arrays.fill(list.weights(), 0, list.count(), 0.1f);
      kernels.gather(source, list, out, (long) row * width * Float.BYTES, false);
    }
    return out;
  }
}
