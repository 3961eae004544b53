package io.atp.bench.jmh;

import io.atp.core.nodewise.NodeSteps.EdgeCount;
import io.atp.core.nodewise.Strategy;
import org.openjdk.jmh.annotations.Benchmark;

/// NDM by sampled walks from every node, beside its exact sum.
public class SampledWalksBenchmark extends NodeWiseBenchmark {
  @Benchmark
  public float exact() {
    return sum(ndm(0));
  }

  @Benchmark
  public float walks() {
    return sum(ndm(0.5));
  }

  private static Strategy ndm(double epsilon) {
    return new Strategy.Ndm(1, 1, 1, false, EdgeCount.STORED_TWICE, epsilon, 1);
  }
}
