package io.atp.core.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.nodewise.FeatureEntry.Kept;
import io.atp.core.nodewise.NodeSteps.Distance;
import io.atp.core.nodewise.NodeSteps.EdgeCount;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.propagate.Propagator;
import io.atp.core.propagate.RowOrigin;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Rows put together again from what they are said to be made of.
class RowOriginTest {
  private static final int NODES = 60;
  private static final PropagationConfig LIST = PropagationConfig.of(3, new HopCombiner.All());
  private static final PropagationConfig SUM = PropagationConfig.of(3, HopCombiner.mean(3));

  private Workspace work;
  private PropagationOperator operator;
  private DenseFeatures x;

  @BeforeEach
  void open() {
    work = Workspace.open(2);
    operator = NodeWisePropagationTest.operator(work);
    x = Twin.features(work, NODES, 5, 5);
  }

  @AfterEach
  void close() {
    work.close();
  }

  private static double[] sum(RowOrigin origin) {
    Features source = origin.source();
    double[] sum = new double[source.width()];
    MemorySegment row = MemorySegment.ofArray(new float[source.width()]);
    origin.walk(
        (hop, reach) -> {
          for (int j = 0; j < source.rows(); j++) {
            source.copyRow(j, 0, source.width(), row, 0);
            for (int c = 0; c < sum.length; c++) {
              double slope = origin.slopes().isPresent() ? slope(origin, c) : 1;
              double value = row.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, c);
              sum[c] += slope * origin.weights()[hop] * reach[j] * value;
            }
          }
        });
    return sum;
  }

  private static double slope(RowOrigin origin, int column) {
    return origin.slopes().orElseThrow()[column];
  }

  private static void assertRow(double[] expected, DenseFeatures matrix, int node, double within) {
    for (int c = 0; c < expected.length; c++) {
      assertThat((double) matrix.get(node, c)).isCloseTo(expected[c], within(within));
    }
  }

  static Stream<PropagationConfig> configs() {
    return Stream.of(
        LIST,
        SUM,
        PropagationConfig.of(4, new HopCombiner.Last()),
        PropagationConfig.of(0, new HopCombiner.Last()),
        LIST.withLazyShare(0.3),
        LIST.withRestartShare(0.2),
        SUM.withLazyShare(0.1).withRestartShare(0.4),
        PropagationConfig.of(5, new HopCombiner.Last()).withRestartShare(0.1));
  }

  @ParameterizedTest
  @MethodSource("configs")
  void plainRowsAreTheSumsTheyAreSaidToBe(PropagationConfig config) {
    List<DenseFeatures> results = Propagator.propagate(operator, x, config, work).matrices();
    for (int node = 0; node < NODES; node += 7) {
      List<RowOrigin> origins = RowOrigin.of(operator, x, config, node);
      assertThat(origins).hasSize(results.size());
      for (int i = 0; i < origins.size(); i++) {
        assertRow(sum(origins.get(i)), results.get(i), node, 1e-5);
      }
    }
  }

  static Stream<List<Strategy>> exactStrategies() {
    Strategy ndls = new Strategy.Ndls(0.3, 50, Distance.RELATIVE);
    Strategy ndm = new Strategy.Ndm(1.2, 0.5, 0.4, true, EdgeCount.STORED_TWICE, 0, 0);
    Strategy gdc = new Strategy.Gdc(Strategy.Diffused.HEAT, 2, 0.15, new Kept.AtLeast(1e-3));
    return Stream.of(
        List.of(new Strategy.Dgc(2, 0)),
        List.of(ndls),
        List.of(ndm),
        List.of(gdc),
        List.of(gdc, ndls),
        List.of(ndls, new Strategy.Dgc(2, 0)),
        List.of(new Strategy.Gdc(Strategy.Diffused.PAGERANK, 1, 0.2, new Kept.Largest(9))));
  }

  @ParameterizedTest
  @MethodSource("exactStrategies")
  void nodeWiseRowsAreTheSumsTheyAreSaidToBe(List<Strategy> strategies) {
    NodeWise choice = NodeWise.of(strategies);
    for (PropagationConfig form : List.of(LIST, SUM, LIST.withLazyShare(0.2))) {
      NodeWiseFeatures made = NodeWisePropagation.propagate(operator, x, choice, form, work);
      for (int node = 0; node < NODES; node += 7) {
        List<RowOrigin> origins = NodeWiseOrigin.of(operator, x, choice, form, made, node, work);
        assertThat(origins).hasSize(form.outputCount()).allMatch(RowOrigin::exact);
        for (int i = 0; i < origins.size(); i++) {
          assertRow(sum(origins.get(i)), made.hops().matrices().get(i), node, 1e-5);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("exactStrategies")
  void rowsOfTheMapAreTheSumsTheyAreSaidToBe(List<Strategy> strategies) {
    NodeWiseSum map = NodeWiseSum.of(operator, x, NodeWise.of(strategies), SUM, work);
    DenseFeatures product = map.times(x, work);
    for (int node = 0; node < NODES; node += 7) {
      assertRow(sum(map.origin(x, node)), product, node, 1e-5);
    }
  }

  /// A push is near its sum, and standardised results lie a constant row away from it.
  @Test
  void aStandardisedPushIsItsSumUpToAConstant() {
    NodeWise choice = NodeWise.of(List.of(new Strategy.Scara(0.2, 1e-7, 1, true, 2)));
    NodeWiseFeatures made = NodeWisePropagation.propagate(operator, x, choice, SUM, work);
    DenseFeatures result = made.hops().matrices().getFirst();
    int clipped = 0;
    double[] constant = new double[result.width()];
    for (int node = 0; node < NODES; node++) {
      RowOrigin origin = NodeWiseOrigin.of(operator, x, choice, SUM, made, node, work).getFirst();
      assertThat(origin.exact()).isFalse();
      double[] sum = sum(origin);
      for (int c = 0; c < sum.length; c++) {
        double away = result.get(node, c) - sum[c];
        if (slope(origin, c) == 0) {
          assertThat(Math.abs(result.get(node, c))).isEqualTo(2);
          clipped++;
        } else if (constant[c] == 0) {
          constant[c] = away;
        } else {
          assertThat(away).isCloseTo(constant[c], within(1e-4));
        }
      }
    }
    assertThat(clipped).isPositive();
  }

  @Test
  void sampledWalksAreEstimates() {
    NodeWise choice =
        NodeWise.of(
            List.of(new Strategy.Ndm(1.2, 0.5, 0.4, true, EdgeCount.STORED_TWICE, 0.05, 1)));
    NodeWiseFeatures made = NodeWisePropagation.propagate(operator, x, choice, SUM, work);
    assertThat(NodeWiseOrigin.of(operator, x, choice, SUM, made, 3, work))
        .hasSize(1)
        .noneMatch(RowOrigin::exact);
  }
}
