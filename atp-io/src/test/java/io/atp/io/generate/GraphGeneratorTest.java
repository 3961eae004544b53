package io.atp.io.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Split;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphGeneratorTest {
  private static final GeneratorConfig MEDIUM = GeneratorConfig.of(20_000, 200_000, 13, 7);

  @ParameterizedTest
  @ValueSource(ints = {2, 7})
  void theBytesAreTheSameForAnyNumberOfThreads(int threads) {
    // More than one chunk of edges (2^18), and features of odd width.
    GeneratorConfig config = GeneratorConfig.of(9_999, 300_000, 5, 4).withSeed(3);
    try (Workspace one = Workspace.open(1);
        Workspace many = Workspace.open(threads)) {
      GraphData expected = GraphGenerator.generate(config, one);
      GraphData actual = GraphGenerator.generate(config, many);
      GraphAssert.assertSame(actual.graph(), expected.graph());
      assertThat(features(actual).data().mismatch(features(expected).data())).isEqualTo(-1);
      assertThat(actual.account()).isEqualTo(expected.account());
      assertThat(actual.labels().orElseThrow().values())
          .isEqualTo(expected.labels().orElseThrow().values());
      assertThat(actual.split().orElseThrow().train())
          .isEqualTo(expected.split().orElseThrow().train());
    }
  }

  @Test
  void anotherSeedGivesAnotherGraph() {
    try (Workspace work = Workspace.open(2)) {
      GeneratorConfig config = GeneratorConfig.of(500, 2_000, 3, 4);
      GraphData first = GraphGenerator.generate(config, work);
      GraphData second = GraphGenerator.generate(config.withSeed(1), work);
      assertThat(first.graph().targets().mismatch(second.graph().targets())).isNotEqualTo(-1);
      assertThat(features(first).data().mismatch(features(second).data())).isNotEqualTo(-1);
    }
  }

  @Test
  void theGraphIsSimpleAndHasTheEdgesAskedForToOnePercent() {
    try (Workspace work = Workspace.open(2)) {
      GraphData data = GraphGenerator.generate(MEDIUM, work);
      data.graph().check(work.workers());
      assertThat(data.graph().edgeCount()).isBetween(198_000L, 200_000L);
      assertThat(data.account().arcsRead() - data.account().duplicatesRemoved())
          .isEqualTo(data.graph().edgeCount());
    }
  }

  @Test
  void degreesHaveATailUpToTheLargestAllowed() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = GraphGenerator.generate(MEDIUM, work).graph();
      int[] degrees = graph.degrees(work.workers());
      Arrays.sort(degrees);
      assertThat(degrees[degrees.length - 1]).isBetween(160, 260); // 1 % of n is 200, mean 20
      assertThat(degrees[degrees.length / 2]).isLessThan(16);
    }
  }

  @Test
  void aSteeperExponentMakesSmallerHubs() {
    GeneratorConfig steep =
        new GeneratorConfig(20_000, 200_000, 0, 7, 8, 0.01, 0.8, 0.4, 1, 1, 1, 20, 30, 0);
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = GraphGenerator.generate(steep, work).graph();
      assertThat(graph.maxDegree(work.workers())).isLessThan(120);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.8, 0.4", "0.5, 0.5", "0.6, 0.1", "0.1, 0.05", "0, 0", "1, 1"})
  void homophilyIsTheOneAskedForAndFallsWithDegree(double all, double hubs) {
    try (Workspace work = Workspace.open(2)) {
      GraphData data = GraphGenerator.generate(MEDIUM.withHomophily(all, hubs), work);
      assertThat(homophily(data, 0)).isCloseTo(all, within(0.02));
      // Nodes of degree 150 and more stand at the end of the line.
      assertThat(homophily(data, 150)).isCloseTo(hubs, within(0.06));
    }
  }

  @Test
  void classesAreBalancedAndNotContiguous() {
    try (Workspace work = Workspace.open(2)) {
      int[] labels = GraphGenerator.generate(MEDIUM, work).labels().orElseThrow().values();
      int[] sizes = new int[7];
      int sameAsNext = 0;
      for (int node = 0; node < labels.length; node++) {
        sizes[labels[node]]++;
        sameAsNext += node > 0 && labels[node] == labels[node - 1] ? 1 : 0;
      }
      assertThat(Arrays.stream(sizes).max().orElseThrow()).isEqualTo(2858);
      assertThat(Arrays.stream(sizes).min().orElseThrow()).isEqualTo(2857);
      assertThat(sameAsNext / 20_000.0).isCloseTo(1 / 7.0, within(0.02));
    }
  }

  @Test
  void theSplitTakesTwentyAndThirtyOfEachClassAndTheRestIsTest() {
    try (Workspace work = Workspace.open(1)) {
      GraphData data = GraphGenerator.generate(GeneratorConfig.of(1_000, 3_000, 0, 4), work);
      Split split = data.split().orElseThrow();
      int[] labels = data.labels().orElseThrow().values();
      for (int klass = 0; klass < 4; klass++) {
        int wanted = klass;
        assertThat(Arrays.stream(split.train()).filter(i -> labels[i] == wanted)).hasSize(20);
        assertThat(Arrays.stream(split.validation()).filter(i -> labels[i] == wanted)).hasSize(30);
      }
      assertThat(split.test()).hasSize(1_000 - 4 * 50);
      assertThat(data.features()).isEmpty();
    }
  }

  @Test
  void featuresScatterNormallyAroundTheirClassCentre() {
    GeneratorConfig config =
        new GeneratorConfig(4_000, 0, 9, 2, 2.5, 1, 0.8, 0.4, 0.5, 2, 1, 20, 30, 5);
    try (Workspace work = Workspace.open(2)) {
      GraphData data = GraphGenerator.generate(config, work);
      DenseFeatures x = features(data);
      int[] labels = data.labels().orElseThrow().values();
      for (int column = 0; column < 9; column++) {
        double sum = 0;
        double squares = 0;
        int beyondOne = 0;
        double centre = classMean(x, labels, column);
        assertThat(Math.abs(centre)).isCloseTo(0.5, within(0.15));
        for (int node = 0; node < 4_000; node++) {
          if (labels[node] == 0) {
            double z = (x.get(node, column) - centre) / 2;
            sum += z;
            squares += z * z;
            beyondOne += Math.abs(z) > 1 ? 1 : 0;
          }
        }
        assertThat(sum / 2_000).isCloseTo(0, within(0.01));
        assertThat(squares / 2_000).isCloseTo(1, within(0.12));
        assertThat(beyondOne / 2_000.0).isCloseTo(0.3173, within(0.04));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 1", "2, 1, 2", "2, 1, 1", "3, 3, 3", "10, 45, 3", "50, 1200, 50", "7, 0, 2"})
  void tinyAndFullGraphsAreExact(int nodes, long edges, int classes) {
    try (Workspace work = Workspace.open(2)) {
      GraphData data = GraphGenerator.generate(GeneratorConfig.of(nodes, edges, 2, classes), work);
      GraphAssert.assertGraph(data.graph());
      assertThat(data.graph().edgeCount()).isEqualTo(edges);
      assertThat(Arrays.stream(data.labels().orElseThrow().values()).distinct().count())
          .isEqualTo(classes);
    }
  }

  @Test
  void impossibleRequestsAreRefusedWithTheirNumbers() {
    assertThatThrownBy(() -> GeneratorConfig.of(0, 0, 1, 1))
        .hasMessage("nodeCount must be at least 1, got 0");
    assertThatThrownBy(() -> GeneratorConfig.of(10, 46, 1, 1))
        .hasMessage("10 nodes can hold at most 45 edges, 46 were asked for");
    assertThatThrownBy(() -> GeneratorConfig.of(10, -1, 1, 1))
        .hasMessage("edgeCount must be at least 0, got -1");
    assertThatThrownBy(() -> GeneratorConfig.of(10, 5, 1, 11))
        .hasMessage("11 classes need at least as many nodes, got 10");
    assertThatThrownBy(() -> MEDIUM.withHomophily(0.5, 0.6))
        .hasMessage("hubHomophily must be at most homophily 0.5, got 0.6");
    assertThatThrownBy(() -> MEDIUM.withHomophily(Double.NaN, 0))
        .hasMessageContaining("homophily must lie in [0, 1]");
    assertThatThrownBy(
            () -> new GeneratorConfig(100, 1_000, 0, 2, 2.5, 0.01, 0.8, 0.4, 1, 1, 1, 20, 30, 0))
        .hasMessageContaining("mean degree of 20.0 is above the largest degree allowed");
    assertThatThrownBy(
            () -> new GeneratorConfig(100, 100, 0, 2, 2, 1, 0.8, 0.4, 1, 1, 1, 20, 30, 0))
        .hasMessage("powerLawExponent must lie in (2, 100], got 2.0");
  }

  private static DenseFeatures features(GraphData data) {
    return (DenseFeatures) data.features().orElseThrow();
  }

  private static double classMean(DenseFeatures x, int[] labels, int column) {
    double sum = 0;
    int count = 0;
    for (int node = 0; node < labels.length; node++) {
      if (labels[node] == 0) {
        sum += x.get(node, column);
        count++;
      }
    }
    return sum / count;
  }

  /// Share of same-class arcs among the arcs that leave nodes of at least the given degree.
  private static double homophily(GraphData data, int minDegree) {
    CsrGraph graph = data.graph();
    int[] labels = data.labels().orElseThrow().values();
    long same = 0;
    long all = 0;
    for (int node = 0; node < graph.nodeCount(); node++) {
      if (graph.degree(node) < minDegree) {
        continue;
      }
      for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
        same += labels[node] == labels[graph.target(arc)] ? 1 : 0;
        all++;
      }
    }
    return (double) same / all;
  }
}
