package io.atp.bench.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/// `Σ a[i]²`.
public class SquaredNormBenchmark extends RowBenchmark {
  @Benchmark
  public float scalar() {
    return scalar.squaredNorm(a, 0, length);
  }

  @Benchmark
  public float vector() {
    return vector.squaredNorm(a, 0, length);
  }
}
