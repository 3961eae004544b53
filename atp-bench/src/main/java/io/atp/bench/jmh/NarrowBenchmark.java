package io.atp.bench.jmh;

import io.atp.core.kernel.HalfFormat;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;

/// Float32 to bfloat16, rounded to nearest.
public class NarrowBenchmark extends RowBenchmark {
  @Benchmark
  public MemorySegment scalar() {
    scalar.narrow(HalfFormat.BFLOAT16, a, 0, b, 0, length);
    return a;
  }

  @Benchmark
  public MemorySegment vector() {
    vector.narrow(HalfFormat.BFLOAT16, a, 0, b, 0, length);
    return a;
  }
}
