package io.atp.core.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.nodewise.FeatureEntry.Kept;
import io.atp.core.nodewise.NodeSteps.Distance;
import io.atp.core.nodewise.NodeSteps.EdgeCount;
import io.atp.core.nodewise.NodeWiseSum.RowCut;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.propagate.HopCombiner;
import io.atp.core.propagate.PropagationConfig;
import io.atp.core.push.SparseRows;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// W, against what the propagation makes of the same choice, and against its own columns.
class NodeWiseSumTest {
  private static final int NODES = 60;
  private static final int[] ALL = IntStream.range(0, NODES).toArray();
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

  static Stream<Strategy> strategies() {
    return Stream.of(
        new Strategy.Dgc(2, 0),
        new Strategy.Dgc(2, 9),
        new Strategy.Gdc(Strategy.Diffused.HEAT, 2, 0.15, new Kept.AtLeast(0.01)),
        new Strategy.Ndls(0.3, 50, Distance.RELATIVE),
        new Strategy.Ndm(1.2, 0.5, 0.4, false, EdgeCount.STORED_TWICE, 0, 0),
        new Strategy.Ndm(1.2, 0.5, 0.4, true, EdgeCount.STORED_TWICE, 0, 0),
        new Strategy.Scara(0.2, 0, 0, false, 0));
  }

  private NodeWiseSum sum(Workspace memory, Strategy... strategies) {
    return NodeWiseSum.of(operator, x, NodeWise.of(List.of(strategies)), SUM, memory);
  }

  private double[][] columns(NodeWiseSum sum) {
    double[][] units = new double[NODES][NODES];
    IntStream.of(ALL).forEach(node -> units[node][node] = 1);
    return Twin.values(sum.times(TestVectors.features(work, units), work));
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void itIsTheSumOfThePropagation(Strategy strategy) {
    NodeWise choice = NodeWise.of(List.of(strategy));
    NodeWiseFeatures expected = NodeWisePropagation.propagate(operator, x, choice, SUM, work);
    NodeWiseSum sum = sum(work, strategy);
    Twin.assertClose(sum.times(x, work), Twin.values(expected.hops().combined()), 1e-6);
    assertThat(sum.account().hops()).isEqualTo(expected.account().hops());
    assertThat(sum.account().meanSteps()).isEqualTo(expected.account().meanSteps());
    assertThat(sum.account().entries()).isEqualTo(expected.account().entries());
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void itsRowsAreThoseOfTheMap(Strategy strategy) {
    NodeWiseSum sum = sum(work, strategy);
    double[][] w = columns(sum);
    SparseRows rows = sum.rows(ALL, new RowCut(0, NODES, true), work);
    SparseRows three = sum.rows(ALL, new RowCut(0, 3, true), work);
    for (int i = 0; i < NODES; i++) {
      for (int j = 0; j < NODES; j++) {
        assertThat((double) rows.weight(i, j)).isCloseTo(w[i][j], within(1e-6));
      }
      float[] largest = rows.row(i).weights();
      Arrays.sort(largest);
      float[] kept = three.row(i).weights();
      Arrays.sort(kept);
      int from = Math.max(0, largest.length - 3);
      assertThat(kept).containsExactly(Arrays.copyOfRange(largest, from, largest.length));
    }
  }

  @Test
  void rowsOfHopsGoWithoutTheRowFactorWhereAsked() {
    NodeWiseSum sum = sum(work, new Strategy.Dgc(2, 0));
    SparseRows whole = sum.rows(ALL, new RowCut(0, NODES, true), work);
    SparseRows bare = sum.rows(ALL, new RowCut(0, NODES, false), work);
    for (int i = 0; i < NODES; i++) {
      double factor = 1 / operator.right()[i];
      for (int j = 0; j < NODES; j++) {
        assertThat((double) whole.weight(i, j)).isCloseTo(factor * bare.weight(i, j), within(1e-6));
      }
    }
  }

  /// Of W itself nothing is left out: a tolerance, bases and sampled walks are about X.
  @Test
  void estimatesOfOneProductAreExactHere() {
    double[][] pushed = columns(sum(work, new Strategy.Scara(0.2, 0.5, 0.5, true, 3)));
    assertThat(pushed).isDeepEqualTo(columns(sum(work, new Strategy.Scara(0.2, 0, 0, false, 0))));
    double[][] sampled =
        columns(sum(work, new Strategy.Ndm(1.2, 0.5, 0.4, false, EdgeCount.STORED_TWICE, 0.1, 7)));
    assertThat(sampled)
        .isDeepEqualTo(
            columns(
                sum(work, new Strategy.Ndm(1.2, 0.5, 0.4, false, EdgeCount.STORED_TWICE, 0, 0))));
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void theSameBytesOnAnyNumberOfThreads(Strategy strategy) {
    NodeWiseSum sum = sum(work, strategy);
    SparseRows rows = sum.rows(ALL, new RowCut(1e-3, 9, true), work);
    double[][] product = Twin.values(sum.times(x, work));
    for (int threads : new int[] {1, 3}) {
      try (Workspace other = Workspace.open(threads)) {
        NodeWiseSum again = sum(other, strategy);
        assertThat(Twin.values(again.times(x, other))).isDeepEqualTo(product);
        SparseRows same = again.rows(ALL, new RowCut(1e-3, 9, true), other);
        assertThat(same.columns()).containsExactly(rows.columns());
        assertThat(same.weights()).containsExactly(rows.weights());
      }
    }
  }

  /// `(0.7x + 0.3)³`, and a sum of two powers.
  @Test
  void lazyHopsAreMultipliedOut() {
    double[] cube = HopSum.eager(new double[] {0, 0, 0, 1}, 0.3);
    assertThat(cube).containsExactly(new double[] {0.027, 0.189, 0.441, 0.343}, within(1e-15));
    double[] sum = HopSum.eager(new double[] {0.5, 2}, 0.25);
    assertThat(sum).containsExactly(new double[] {1, 1.5}, within(1e-15));
  }

  @Test
  void aListIsRefused() {
    var list = PropagationConfig.of(3, new HopCombiner.All());
    assertThatThrownBy(
            () ->
                NodeWiseSum.of(
                    operator, x, NodeWise.of(List.of(new Strategy.Dgc(2, 0))), list, work))
        .hasMessage("a list of hops is not one sum of them");
  }
}
