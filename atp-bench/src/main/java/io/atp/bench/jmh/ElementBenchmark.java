package io.atp.bench.jmh;

import io.atp.core.kernel.AdamStep;
import io.atp.core.kernel.DropoutMask;
import io.atp.core.kernel.ElementKernels;
import io.atp.core.kernel.Kernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

/// The element kernels, at the length of a row of classes and of a layer's weights.
///
/// Each edition in forks of its own: with both in one JVM the calls would have two targets.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class ElementBenchmark {
  @Param({"40", "32768"})
  public int length;

  @Param({"scalar", "vector"})
  public String edition;

  private final AdamStep step = AdamStep.of(100, 0.01, 0.9, 0.999, 1e-8, 5e-4, false);
  private final DropoutMask mask = new DropoutMask(7, 0, 0.5f);
  private ElementKernels kernels;
  private Arena arena;
  private MemorySegment a;
  private MemorySegment b;
  private MemorySegment c;
  private MemorySegment out;

  @Setup(Level.Trial)
  public void open() {
    kernels = edition.equals("scalar") ? Kernels.scalarElements() : Kernels.vectorElements();
    arena = Arena.ofConfined();
    a = Rows.random(length, 1, arena);
    b = Rows.random(length, 2, arena);
    c = Rows.random(length, 3, arena);
    out = Rows.random(length, 4, arena);
  }

  @TearDown(Level.Trial)
  public void close() {
    arena.close();
  }

  @Benchmark
  public MemorySegment multiplyAdd() {
    kernels.multiplyAdd(out, 0, a, 0, b, 0, length);
    return out;
  }

  @Benchmark
  public MemorySegment relu() {
    kernels.relu(out, 0, a, 0, length);
    return out;
  }

  @Benchmark
  public MemorySegment reluGradient() {
    kernels.reluGradient(out, 0, a, 0, b, 0, length);
    return out;
  }

  @Benchmark
  public MemorySegment exp() {
    kernels.exp(out, 0, a, 0, length);
    return out;
  }

  @Benchmark
  public float sum() {
    return kernels.sum(a, 0, length);
  }

  @Benchmark
  public MemorySegment softmaxRow() {
    kernels.softmaxRow(out, 0, a, 0, length);
    return out;
  }

  @Benchmark
  public MemorySegment logSoftmaxRow() {
    kernels.logSoftmaxRow(out, 0, a, 0, length);
    return out;
  }

  @Benchmark
  public MemorySegment dropout() {
    kernels.dropout(out, 0, a, 0, length, mask);
    return out;
  }

  @Benchmark
  public MemorySegment adam() {
    kernels.adam(out, 0, a, 0, b, 0, c, 0, length, step);
    return out;
  }
}
