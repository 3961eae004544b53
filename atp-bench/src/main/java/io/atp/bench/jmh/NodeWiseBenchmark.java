package io.atp.bench.jmh;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.nodewise.NodeWisePropagation;
import io.atp.core.nodewise.Strategy;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.runtime.Workspace;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

/// What the measurements of node-wise loops share: a generated graph of ten edges a node, 64
/// columns, one thread, and the plain sum of as many hops to compare with.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public abstract class NodeWiseBenchmark {
  private static final int WIDTH = 64;

  @Param({"999", "20011"})
  public int nodes;

  private Workspace work;
  private PropagationOperator operator;
  private DenseFeatures features;

  @Setup(Level.Trial)
  public void open() {
    work = Workspace.open(1);
    GeneratorConfig config = GeneratorConfig.of(nodes, 10L * nodes, 0, 7);
    CsrGraph graph = GraphGenerator.generate(config, work).graph();
    operator = PropagationOperator.classic(graph, 0.5);
    features = new DenseFeatures(nodes, WIDTH, work.allocateFloats((long) nodes * WIDTH));
    features.data().copyFrom(Rows.random(nodes * WIDTH, 3, work.arena()));
  }

  @TearDown(Level.Trial)
  public void close() {
    work.close();
  }

  /// The sum of hops a strategy makes.
  final float sum(Strategy... strategies) {
    try (Workspace scratch = work.scratch()) {
      PropagationConfig form = PropagationConfig.of(2, new HopCombiner.Last());
      return NodeWisePropagation.propagate(
              operator, features, NodeWise.of(List.of(strategies)), form, scratch)
          .hops()
          .combined()
          .get(nodes - 1, 0);
    }
  }

  /// The plain sum of so many hops.
  final float plain(int hops) {
    try (Workspace scratch = work.scratch()) {
      PropagationConfig form = PropagationConfig.of(hops, HopCombiner.mean(hops));
      return Propagator.propagate(operator, features, form, scratch).combined().get(nodes - 1, 0);
    }
  }
}
