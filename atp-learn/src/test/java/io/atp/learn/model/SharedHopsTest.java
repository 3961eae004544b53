package io.atp.learn.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.nodewise.NodeWise;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.generate.GeneratorConfig;
import io.atp.io.generate.GraphGenerator;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedHopsTest {
  private static final PropagationConfig HOPS = PropagationConfig.of(2, new HopCombiner.All());

  private static GraphData graph(int columns, Workspace work) {
    return GraphGenerator.generate(GeneratorConfig.of(240, 900, columns, 3), work);
  }

  private static List<PropagationOperator> classic(GraphData data) {
    return Stream.of(0.5, 0.0, 1.0).map(r -> PropagationOperator.classic(data.graph(), r)).toList();
  }

  private static void assertSameBytes(List<DenseFeatures> hops, List<DenseFeatures> expected) {
    for (int k = 0; k < expected.size(); k++) {
      assertThat(hops.get(k).data().mismatch(expected.get(k).data())).isEqualTo(-1);
    }
  }

  private static List<DenseFeatures> ask(
      HopSource source, PropagationOperator operator, GraphData data, int[] nodes, Workspace work) {
    return nodes == null
        ? source.hops(operator, data.features().orElseThrow(), HOPS, work)
        : source.rows(operator, data.features().orElseThrow(), HOPS, nodes, work);
  }

  /// One sweep makes the hops of three operators; the other two find theirs.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void narrowFeaturesTravelWithAllOperatorsAtOnce(boolean all) {
    int[] nodes = all ? null : new int[] {3, 17, 100};
    try (Workspace work = Workspace.open(2);
        Workspace sharing = work.scratch()) {
      sharing.shareResults(1 << 24);
      GraphData data = graph(all ? 7 : 15, work);
      List<PropagationOperator> operators = classic(data);
      for (int i = 0; i < 3; i++) {
        var source = new HopSource(NodeWise.PLAIN, () -> operators);
        List<DenseFeatures> hops = ask(source, operators.get(i), data, nodes, sharing);
        assertThat(sharing.shared().orElseThrow().found()).isEqualTo(i);
        assertSameBytes(hops, ask(HopSource.plain(), operators.get(i), data, nodes, work));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wideFeaturesTravelWithTheOperatorThatIsAskedFor(boolean all) {
    int[] nodes = all ? null : new int[] {3, 17, 100};
    try (Workspace work = Workspace.open(2)) {
      work.shareResults(1 << 24);
      GraphData data = graph(all ? 8 : 16, work);
      var asked = new AtomicInteger();
      for (PropagationOperator operator : classic(data)) {
        var source =
            new HopSource(
                NodeWise.PLAIN,
                () -> {
                  asked.incrementAndGet();
                  return classic(data);
                });
        ask(source, operator, data, nodes, work);
      }
      assertThat(asked).hasValue(0);
      assertThat(work.shared().orElseThrow().found()).isZero();
    }
  }

  /// Room for one operator's hops and not for three.
  @Test
  void whereAllDoNotFitEachGoesAlone() {
    try (Workspace work = Workspace.open(2)) {
      work.shareResults(2 * 3 * 240 * 6 * Float.BYTES);
      GraphData data = graph(6, work);
      List<PropagationOperator> operators = classic(data);
      for (PropagationOperator operator : operators) {
        ask(new HopSource(NodeWise.PLAIN, () -> operators), operator, data, null, work);
      }
      assertThat(work.shared().orElseThrow().found()).isZero();
    }
  }

  @Test
  void aLimitOfMemoryThatIsShortOfPanelsLeavesEachAlone(@TempDir Path folder) {
    try (Workspace work = Workspace.open(2);
        Workspace limited = Workspace.open(2)) {
      GraphData data = graph(6, work);
      limited.spillTo(folder, 50 << 20);
      limited.shareResults(1 << 24);
      List<PropagationOperator> operators = classic(data);
      for (PropagationOperator operator : operators) {
        var source = new HopSource(NodeWise.PLAIN, () -> operators);
        assertSameBytes(
            ask(source, operator, data, null, limited),
            ask(HopSource.plain(), operator, data, null, work));
      }
      assertThat(limited.shared().orElseThrow().found()).isZero();
    }
  }

  @Test
  void operatorsOnOtherTopologiesAreLeftOut() {
    try (Workspace work = Workspace.open(2)) {
      work.shareResults(1 << 24);
      GraphData data = graph(6, work);
      PropagationOperator here = PropagationOperator.classic(data.graph(), 0.5);
      PropagationOperator elsewhere = PropagationOperator.classic(graph(6, work).graph(), 0);
      ask(new HopSource(NodeWise.PLAIN, () -> List.of(elsewhere)), here, data, null, work);
      ask(HopSource.plain(), elsewhere, data, null, work);
      assertThat(work.shared().orElseThrow().found()).isZero();
    }
  }
}
