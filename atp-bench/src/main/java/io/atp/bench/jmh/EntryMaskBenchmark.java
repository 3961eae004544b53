package io.atp.bench.jmh;

import io.atp.core.kernel.EntryMask;
import io.atp.core.kernel.HeadMasks;
import io.atp.core.kernel.HeadWeights;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowKernels;
import io.atp.core.kernel.WeightedRows;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Dropout on one row of a sparse matrix, staging included: for one head the entries left close
/// ranks, for eight each has its own weights.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class EntryMaskBenchmark {
  private static final int HEADS = 8;

  @Param({"18", "267"})
  public int entries;

  private final RowKernels scalar = Kernels.scalar();
  private final RowKernels vector = Kernels.vector();
  private final WeightedRows list = new WeightedRows();
  private final HeadWeights weights = new HeadWeights(HEADS);
  private final EntryMask mask = EntryMask.of(1, 0.5);
  private final HeadMasks masks =
      new HeadMasks(IntStream.range(0, HEADS).mapToObj(h -> EntryMask.of(h, 0.5)).toList());

  private void stage() {
    list.reset(entries);
    for (int k = 0; k < entries; k++) {
      list.rows()[k] = 3 * k;
      list.weights()[k] = 1;
    }
    list.count(entries);
  }

  @Benchmark
  public int scalar() {
    return drop(scalar);
  }

  @Benchmark
  public int vector() {
    return drop(vector);
  }

  @Benchmark
  public float[] scalarHeads() {
    return dropHeads(scalar);
  }

  @Benchmark
  public float[] vectorHeads() {
    return dropHeads(vector);
  }

  private int drop(RowKernels kernels) {
    stage();
    kernels.drop(list, mask, 9, false);
    return list.count();
  }

  private float[] dropHeads(RowKernels kernels) {
    stage();
    weights.reset(entries);
    kernels.dropHeads(list, weights, masks, 9, true);
    return weights.weights();
  }
}
