package io.atp.bench.jmh;

import io.atp.core.kernel.MatrixProduct;
import io.atp.core.kernel.Orientation;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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

/// Products of dense matrices on one thread, each edition in a JVM that was started with it.
///
/// Shapes are m x k x n: a layer over many nodes, a layer of few classes, a small batch of wide
/// rows, an awkward one and a tiny one.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MatrixProductBenchmark {
  @Param({"6000x128x256", "6000x256x7", "16x1433x256", "257x257x257", "16x16x16"})
  public String shape;

  @Param({"PLAIN", "LEFT_TRANSPOSED", "RIGHT_TRANSPOSED"})
  public Orientation orientation;

  /// Share of A that is zero, as dropout and activations leave it.
  @Param({"0", "0.75"})
  public double zeros;

  private Workspace work;
  private int m;
  private int k;
  private int n;
  private MemorySegment a;
  private MemorySegment b;
  private MemorySegment c;

  @Setup(Level.Trial)
  public void open() {
    String[] sizes = shape.split("x");
    m = Integer.parseInt(sizes[0]);
    k = Integer.parseInt(sizes[1]);
    n = Integer.parseInt(sizes[2]);
    work = Workspace.open(1);
    a = Rows.random(m * k, 1, work.arena());
    for (long i = 0; i < (long) m * k; i++) {
      if (StatelessHash.unit(StatelessHash.of(4, i)) < zeros) {
        a.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i, 0);
      }
    }
    b = Rows.random(k * n, 2, work.arena());
    c = Rows.random(m * n, 3, work.arena());
  }

  @TearDown(Level.Trial)
  public void close() {
    work.close();
  }

  @Benchmark
  @Fork(
      value = 1,
      jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "-Datp.kernels=scalar"})
  public MemorySegment scalar() {
    return product();
  }

  @Benchmark
  @Fork(
      value = 1,
      jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "-Datp.kernels=vector"})
  public MemorySegment vector() {
    return product();
  }

  private MemorySegment product() {
    MatrixProduct.multiply(orientation, m, n, k, a, 0, b, 0, c, 0, false, work.workers());
    return c;
  }
}
