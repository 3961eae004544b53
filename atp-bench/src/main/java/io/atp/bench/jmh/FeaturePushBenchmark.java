package io.atp.bench.jmh;

import io.atp.core.nodewise.Strategy;
import org.openjdk.jmh.annotations.Benchmark;

/// SCARA's push of columns, exact, within tolerances and with bases, beside the plain sum of as
/// many hops as its weights ask for.
public class FeaturePushBenchmark extends NodeWiseBenchmark {
  private static final double RESTART = 0.5;

  @Benchmark
  public float plainSum() {
    return plain(17); // 0.5^17 is below what an infinite sum may leave out
  }

  @Benchmark
  public float pushedExactly() {
    return sum(new Strategy.Scara(RESTART, 0, 0, false, 0));
  }

  @Benchmark
  public float pushedWithinAHundredth() {
    return sum(new Strategy.Scara(RESTART, 0.01, 0, false, 0));
  }

  @Benchmark
  public float pushedWithinAHalf() {
    return sum(new Strategy.Scara(RESTART, 0.5, 0, false, 0));
  }

  @Benchmark
  public float pushedFromBases() {
    return sum(new Strategy.Scara(RESTART, 0.01, 0.05, false, 0));
  }
}
