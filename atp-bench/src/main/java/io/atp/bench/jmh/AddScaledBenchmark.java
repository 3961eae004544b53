package io.atp.bench.jmh;

import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;

/// `a[i] += s · b[i]`.
public class AddScaledBenchmark extends RowBenchmark {
  @Benchmark
  public MemorySegment scalar() {
    scalar.addScaled(a, 0, b, 0, length, 1e-9f);
    return a;
  }

  @Benchmark
  public MemorySegment vector() {
    vector.addScaled(a, 0, b, 0, length, 1e-9f);
    return a;
  }
}
