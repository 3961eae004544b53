package io.atp.bench.jmh;

import io.atp.core.nodewise.NodeSteps.Distance;
import io.atp.core.nodewise.NodeSteps.EdgeCount;
import io.atp.core.nodewise.Strategy;
import org.openjdk.jmh.annotations.Benchmark;

/// Rows that stop at steps of their own, and the distances that tell them where; beside the plain
/// sum of as many hops.
public class NodeStepsBenchmark extends NodeWiseBenchmark {
  @Benchmark
  public float plainSum() {
    return plain(12);
  }

  @Benchmark
  public float stepsByDegree() {
    return sum(new Strategy.Ndm(1, 1, 4, false, EdgeCount.STORED_TWICE, 0, 0));
  }

  @Benchmark
  public float stepsByDistance() {
    return sum(new Strategy.Ndls(1e-9, 12, Distance.RELATIVE));
  }
}
