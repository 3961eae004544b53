package io.atp.bench.jmh;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.HopFeatures;
import io.atp.core.propagate.JointPropagator;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.propagate.RowPropagator;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Three hops of the five classic operators over 200,000 nodes and 2 million edges, one operator
/// after the other and all in one walk, with the rows of all nodes or of every tenth kept.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class JointHopsBenchmark {
  private static final PropagationConfig HOPS = PropagationConfig.of(3, new HopCombiner.All());

  @Param({"2", "4", "8", "12", "16"})
  public int width;

  @Param({"tenth", "all"})
  public String kept;

  private final Workspace work = Workspace.open();
  private List<PropagationOperator> operators;
  private DenseFeatures features;
  private int[] rows; // null for all
  private Workspace results;

  @Setup
  public void build() {
    var graph = GraphGenerator.generate(GeneratorConfig.of(200_000, 2_000_000, 1, 2), work).graph();
    operators =
        Stream.of(0.5, 0.0, 1.0, 0.25, 0.75)
            .map(r -> PropagationOperator.classic(graph, r))
            .toList();
    MemorySegment data = work.allocateFloats((long) graph.nodeCount() * width);
    for (long i = 0; i < (long) graph.nodeCount() * width; i++) {
      float value = (float) (StatelessHash.unit(StatelessHash.of(1, i)) - 0.5);
      data.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
    }
    features = new DenseFeatures(graph.nodeCount(), width, data);
    rows =
        kept.equals("all")
            ? null
            : IntStream.range(0, graph.nodeCount() / 10).map(i -> 10 * i).toArray();
  }

  @Setup(Level.Invocation)
  public void open() {
    results = work.scratch();
  }

  @TearDown(Level.Invocation)
  public void close() {
    results.close();
  }

  @TearDown
  public void end() {
    work.close();
  }

  @Benchmark
  public List<HopFeatures> alone() {
    return operators.stream()
        .map(
            operator ->
                rows == null
                    ? Propagator.propagate(operator, features, HOPS, results)
                    : RowPropagator.propagate(operator, features, HOPS, rows, results))
        .toList();
  }

  @Benchmark
  public List<HopFeatures> joint() {
    return JointPropagator.propagate(operators, features, HOPS, rows, results);
  }
}
