package io.atp.bench.jmh;

import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
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

/// What the measurements of row kernels share: two rows of awkward lengths and both editions.
///
/// One fork: both editions are compiled in the same JVM, but neither shares a call site.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public abstract class RowBenchmark {
  @Param({"1", "13", "128", "207", "4098"})
  public int length;

  final RowKernels scalar = Kernels.scalar();
  final RowKernels vector = Kernels.vector();
  MemorySegment a;
  MemorySegment b;
  private Arena arena;

  @Setup(Level.Trial)
  public void open() {
    arena = Arena.ofConfined();
    a = Rows.random(length, 1, arena);
    b = Rows.random(length, 2, arena);
  }

  @TearDown(Level.Trial)
  public void close() {
    arena.close();
  }
}
