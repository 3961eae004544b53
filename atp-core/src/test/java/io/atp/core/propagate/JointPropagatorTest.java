package io.atp.core.propagate;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.HalfFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.kernel.HalfFormat;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JointPropagatorTest {
  private static final int NODES = 300;

  private static DenseFeatures features(int width, Workspace work) {
    MemorySegment data = work.allocateFloats((long) NODES * width);
    for (long i = 0; i < (long) NODES * width; i++) {
      float value = (float) (2 * StatelessHash.unit(StatelessHash.of(4, i)) - 1);
      data.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
    }
    return new DenseFeatures(NODES, width, data);
  }

  /// Every classic operator, and one of its own r̃ for every node.
  private static List<PropagationOperator> operators(CsrGraph graph) {
    List<PropagationOperator> all = new ArrayList<>();
    for (double r : new double[] {0.5, 0, 1, 0.25, 0.75}) {
      all.add(PropagationOperator.classic(graph, r));
    }
    double[] r = new double[graph.nodeCount()];
    Arrays.setAll(r, i -> StatelessHash.unit(StatelessHash.of(99, i)));
    all.add(PropagationOperator.of(graph, new NodeCoefficients(r)));
    return all;
  }

  static Stream<PropagationConfig> journeys() {
    return Stream.of(
        PropagationConfig.of(3, new HopCombiner.All()),
        PropagationConfig.of(2, new HopCombiner.Last()),
        PropagationConfig.of(1, new HopCombiner.Last()),
        PropagationConfig.of(0, new HopCombiner.All()),
        PropagationConfig.of(0, HopCombiner.mean(0)),
        PropagationConfig.of(4, HopCombiner.personalisedPageRank(4, 0.1)),
        PropagationConfig.of(3, new HopCombiner.All()).withLazyShare(0.1),
        PropagationConfig.of(3, HopCombiner.mean(3)).withLazyShare(0.2).withRestartShare(0.3));
  }

  private static void assertSameBytes(HopFeatures result, HopFeatures expected) {
    assertThat(result.matrices()).hasSameSizeAs(expected.matrices());
    for (int i = 0; i < expected.matrices().size(); i++) {
      MemorySegment data = result.hop(i).data();
      assertThat(data.mismatch(expected.hop(i).data())).as("result %d", i).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @MethodSource("journeys")
  void everyOperatorHasTheBytesItHasAlone(PropagationConfig config) {
    for (int threads = 1; threads <= 3; threads++) {
      try (Workspace work = Workspace.open(threads)) {
        List<PropagationOperator> operators = operators(NamedGraphs.skewed(work, NODES, 2000, 3));
        for (int width : new int[] {1, 7, 12, 33}) {
          Features x = features(width, work);
          List<HopFeatures> joint = JointPropagator.propagate(operators, x, config, null, work);
          assertThat(joint).hasSameSizeAs(operators);
          for (int i = 0; i < joint.size(); i++) {
            assertSameBytes(joint.get(i), Propagator.propagate(operators.get(i), x, config, work));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("journeys")
  void keptRowsAreThoseOfEachOperator(PropagationConfig config) {
    try (Workspace work = Workspace.open(2)) {
      List<PropagationOperator> operators = operators(NamedGraphs.skewed(work, NODES, 2000, 3));
      int[] rows = {0, 5, 6, 120, NODES - 1};
      Features x = features(9, work);
      List<HopFeatures> joint = JointPropagator.propagate(operators, x, config, rows, work);
      for (int i = 0; i < joint.size(); i++) {
        assertSameBytes(
            joint.get(i), RowPropagator.propagate(operators.get(i), x, config, rows, work));
      }
    }
  }

  @Test
  void featuresOfTwoBytesAreWidened() {
    try (Workspace work = Workspace.open(1)) {
      List<PropagationOperator> operators = operators(NamedGraphs.skewed(work, NODES, 2000, 3));
      MemorySegment data = work.allocate(NODES * 4L * Short.BYTES);
      for (int i = 0; i < NODES * 4; i++) {
        data.setAtIndex(ValueLayout.JAVA_SHORT, i, HalfFormat.BFLOAT16.narrow(i * 0.01f));
      }
      var x = new HalfFeatures(NODES, 4, HalfFormat.BFLOAT16, data);
      PropagationConfig config = PropagationConfig.of(2, new HopCombiner.All());
      List<HopFeatures> joint = JointPropagator.propagate(operators, x, config, null, work);
      for (int i = 0; i < joint.size(); i++) {
        assertSameBytes(joint.get(i), Propagator.propagate(operators.get(i), x, config, work));
      }
    }
  }

  @Test
  void resultsInFilesHaveTheSameBytes(@TempDir Path folder) {
    PropagationConfig config = PropagationConfig.of(3, new HopCombiner.All());
    try (Workspace work = Workspace.open(2);
        Workspace limited = Workspace.open(2)) {
      List<PropagationOperator> operators = operators(NamedGraphs.skewed(work, NODES, 2000, 3));
      Features x = features(5, work);
      limited.spillTo(folder, 100 << 20);
      limited.allocate(50 << 20);
      List<HopFeatures> joint = JointPropagator.propagate(operators, x, config, null, limited);
      for (int i = 0; i < joint.size(); i++) {
        assertThat(joint.get(i).hop(1).data().isMapped()).isTrue();
        assertSameBytes(joint.get(i), Propagator.propagate(operators.get(i), x, config, work));
      }
    }
  }

  @Test
  void onlyOperatorsOnOneTopologyJoin() {
    PropagationConfig config = PropagationConfig.of(2, new HopCombiner.Last()).withLazyShare(0.1);
    try (Workspace work = Workspace.open(1)) {
      List<PropagationOperator> operators = operators(NamedGraphs.skewed(work, NODES, 2000, 3));
      PropagationOperator elsewhere =
          PropagationOperator.classic(NamedGraphs.skewed(work, NODES, 2000, 3), 0.5);
      for (PropagationOperator operator : operators) {
        assertThat(JointPropagator.joins(operators.getFirst(), operator, config)).isTrue();
        assertThat(JointPropagator.joins(elsewhere, operator, config)).isFalse();
      }
    }
  }
}
