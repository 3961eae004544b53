package io.atp.bench.jmh;

import io.atp.core.kernel.AttentionKernels;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.core.runtime.StatelessHash;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What GAT computes of one node with eight heads and its neighbours beside the sums of rows:
/// scores, softmax and dropout there; scores, coefficients, dropout and slopes back.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class AttentionBenchmark {
  private static final int NODES = 4096;
  private static final int HEADS = 8;
  private static final float SLOPE = 0.2f;
  private static final long HALF = 1L << 52;

  @Param({"3", "36"})
  public int neighbours;

  private final AttentionKernels scalar = Kernels.scalarAttention();
  private final AttentionKernels vector = Kernels.vectorAttention();
  private final WeightedRows list = new WeightedRows();
  private final float[] own = new float[HEADS];
  private final float[] largest = new float[HEADS];
  private final double[] sums = new double[HEADS];
  private RowSource rows;
  private RowSource facts;
  private float[] w;
  private long[] hashes;

  @Setup
  public void fill() {
    rows = rows(HEADS, 1);
    facts = rows(AttentionKernels.FACTS * HEADS, 2);
    list.reset(neighbours);
    for (int k = 0; k < neighbours; k++) {
      list.rows()[k] = StatelessHash.below(StatelessHash.of(3, k), NODES);
    }
    list.count(neighbours);
    w = new float[neighbours * HEADS];
    hashes = LongStream.range(0, neighbours).map(k -> StatelessHash.of(4, k)).toArray();
  }

  private static RowSource rows(int columns, long seed) {
    MemorySegment all = Arena.ofAuto().allocate((long) NODES * columns * Float.BYTES, 64);
    for (long i = 0; i < (long) NODES * columns; i++) {
      float value = (float) (StatelessHash.unit(StatelessHash.of(seed, i)) - 0.5);
      all.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
    }
    return new RowSource(all, NODES, columns, 0, columns);
  }

  @Benchmark
  public float[] scalar() {
    return there(scalar);
  }

  @Benchmark
  public float[] vector() {
    return there(vector);
  }

  @Benchmark
  public float[] scalarBack() {
    return back(scalar);
  }

  @Benchmark
  public float[] vectorBack() {
    return back(vector);
  }

  private float[] there(AttentionKernels kernels) {
    kernels.scores(own, rows, list, SLOPE, w);
    kernels.softmax(w, neighbours, largest, sums);
    kernels.drop(w, neighbours, HEADS, hashes, HALF);
    return w;
  }

  private float[] back(AttentionKernels kernels) {
    kernels.scores(own, rows, list, SLOPE, w);
    kernels.recall(w, facts, list, SLOPE, sums);
    kernels.drop(w, neighbours, HEADS, hashes, HALF);
    kernels.takeSlopes(own, rows, list, SLOPE, w, sums);
    return w;
  }
}
