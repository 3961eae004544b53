package io.atp.bench.jmh;

import io.atp.core.nodewise.FeatureEntry.Kept;
import io.atp.core.nodewise.Strategy;
import io.atp.core.nodewise.Strategy.Diffused;
import org.openjdk.jmh.annotations.Benchmark;

/// GDC's matrix and its product with the features, beside the same sum without a matrix.
public class DiffusionBenchmark extends NodeWiseBenchmark {
  @Benchmark
  public float withoutMatrix() {
    return sum(new Strategy.Dgc(5, 0));
  }

  @Benchmark
  public float entriesOfAtLeast() {
    return sum(new Strategy.Gdc(Diffused.HEAT, 5, 0.15, new Kept.AtLeast(1e-3)));
  }

  @Benchmark
  public float largestEntries() {
    return sum(new Strategy.Gdc(Diffused.HEAT, 5, 0.15, new Kept.Largest(64)));
  }
}
