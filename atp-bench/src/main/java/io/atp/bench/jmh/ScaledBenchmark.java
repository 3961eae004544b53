package io.atp.bench.jmh;

import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;

/// `a[i] = s · b[i]`.
public class ScaledBenchmark extends RowBenchmark {
  @Benchmark
  public MemorySegment scalar() {
    scalar.scaled(a, 0, b, 0, length, 0.5f);
    return a;
  }

  @Benchmark
  public MemorySegment vector() {
    vector.scaled(a, 0, b, 0, length, 0.5f);
    return a;
  }
}
