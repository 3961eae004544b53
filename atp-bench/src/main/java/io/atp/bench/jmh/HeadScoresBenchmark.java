package io.atp.bench.jmh;

import io.atp.core.kernel.HeadKernels;
import io.atp.core.kernel.HeadKernels.LeakyScores;
import io.atp.core.kernel.Kernels;
import io.atp.core.kernel.RowSource;
import io.atp.core.kernel.WeightedRows;
import io.atp.core.runtime.StatelessHash;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
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

/// What GATv2 computes of one node and 32 neighbours: scores there, their gradients back. Eight
/// heads of eight columns as in its hidden layers, or one head of ten as in its last.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class HeadScoresBenchmark {
  private static final int NODES = 4096;
  private static final int NEIGHBOURS = 32;

  @Param({"8x8", "1x10"})
  public String heads;

  private final HeadKernels scalar = Kernels.scalarHeads();
  private final HeadKernels vector = Kernels.vectorHeads();
  private final WeightedRows list = new WeightedRows();
  private MemorySegment x;
  private RowSource rows;
  private LeakyScores scores;
  private float[] out;
  private float[] dQ;
  private float[] dA;

  @Setup
  public void fill() {
    int count = Integer.parseInt(heads.substring(0, heads.indexOf('x')));
    int width = Integer.parseInt(heads.substring(heads.indexOf('x') + 1));
    int columns = count * width;
    MemorySegment all = Arena.ofAuto().allocate((long) NODES * columns * Float.BYTES, 64);
    for (long i = 0; i < (long) NODES * columns; i++) {
      float value = (float) (StatelessHash.unit(StatelessHash.of(1, i)) - 0.5);
      all.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
    }
    x = all;
    rows = new RowSource(all, NODES, columns, 0, columns);
    scores = new LeakyScores(new float[columns], 0.2f, count, width);
    list.reset(NEIGHBOURS);
    for (int k = 0; k < NEIGHBOURS; k++) {
      list.rows()[k] = StatelessHash.below(StatelessHash.of(2, k), NODES);
    }
    list.count(NEIGHBOURS);
    out = new float[NEIGHBOURS * count + HeadKernels.SLACK];
    dQ = new float[columns];
    dA = new float[columns];
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

  private float[] there(HeadKernels kernels) {
    kernels.scores(x, 0, rows, list, scores, out);
    return out;
  }

  private float[] back(HeadKernels kernels) {
    kernels.scoreGradients(x, 0, rows, list, scores, out, dQ, dA);
    return dQ;
  }
}
