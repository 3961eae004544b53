package io.atp.bench.jmh;

import io.atp.core.kernel.HalfFormat;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;

/// Bfloat16 to float32: the first half of b as two-byte numbers.
public class WidenBenchmark extends RowBenchmark {
  @Benchmark
  public MemorySegment scalar() {
    scalar.widen(HalfFormat.BFLOAT16, a, 0, b, 0, length);
    return a;
  }

  @Benchmark
  public MemorySegment vector() {
    vector.widen(HalfFormat.BFLOAT16, a, 0, b, 0, length);
    return a;
  }
}
