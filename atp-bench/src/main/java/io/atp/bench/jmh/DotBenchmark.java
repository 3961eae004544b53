package io.atp.bench.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/// `Σ a[i] · b[i]`.
public class DotBenchmark extends RowBenchmark {
  @Benchmark
  public float scalar() {
    return scalar.dot(a, 0, b, 0, length);
  }

  @Benchmark
  public float vector() {
    return vector.dot(a, 0, b, 0, length);
  }
}
