package io.atp.core.push;

import static io.atp.core.operator.TestVectors.R;
import static io.atp.core.operator.TestVectors.X;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersonalisedPageRankTest {
  static final double[][] PPNP_SYMMETRIC = {
    {.717358, .702645},
    {.617358, .802645},
    {.835015, .966323},
    {.771214, .992328},
    {.878840, .662917}
  };
  static final double[][] PPNP_NODEWISE = {
    {.577677, .848196},
    {.362956, .744489},
    {1.239924, 2.307831},
    {.347292, .820792},
    {.841515, 1.129420}
  };

  static void assertRows(DenseFeatures actual, double[][] expected, double tolerance) {
    for (int i = 0; i < expected.length; i++) {
      for (int c = 0; c < expected[i].length; c++) {
        assertThat((double) actual.get(i, c))
            .as("(%d, %d)", i, c)
            .isCloseTo(expected[i][c], within(tolerance));
      }
    }
  }

  @Test
  void theSpecificationsRowsComeOutToSixDecimals() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      DenseFeatures x = TestVectors.features(work, X);
      PersonalisedPageRankConfig config = PersonalisedPageRankConfig.of(.1);
      SolvedFeatures symmetric =
          PersonalisedPageRank.exact(PropagationOperator.classic(g5, .5), x, config, work);
      assertRows(symmetric.features(), PPNP_SYMMETRIC, 1e-6);
      assertThat(symmetric.converged()).isTrue();
      assertThat(symmetric.residual()).isLessThanOrEqualTo(1e-8);
      SolvedFeatures nodewise =
          PersonalisedPageRank.exact(PropagationOperator.of(g5, R), x, config, work);
      assertRows(nodewise.features(), PPNP_NODEWISE, 1e-6);
    }
  }

  /// More columns than are solved at a time, on a directed graph.
  @Test
  void theErrorKeepsItsBoundAndAnIterationTooShortSaysSo() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.directed(work, 6, 0, 1, 1, 2, 2, 0, 3, 0, 3, 4).graph();
      DenseFeatures h = DenseWalk.features(work, 6, 11, 5);
      var r = DenseWalk.coefficients(6, 2);
      double[] s = DenseWalk.scale(graph, r, true);
      double[][] exact =
          DenseWalk.times(
              DenseWalk.scaled(DenseWalk.pageRank(DenseWalk.walk(graph, true), .15), s),
              DenseWalk.values(h));
      double largest = 0;
      for (int i = 0; i < 6; i++) {
        for (int c = 0; c < 11; c++) {
          largest = Math.max(largest, Math.abs(h.get(i, c)) / s[i]);
        }
      }
      for (double tolerance : new double[] {1e-1, 1e-3, 1e-5}) {
        SolvedFeatures solved =
            PersonalisedPageRank.exact(
                PropagationOperator.of(graph, r),
                h,
                new PersonalisedPageRankConfig(.15, tolerance, 1000),
                work);
        assertThat(solved.converged()).isTrue();
        for (int i = 0; i < 6; i++) {
          for (int c = 0; c < 11; c++) {
            assertThat((double) solved.features().get(i, c))
                .isCloseTo(exact[i][c], within(s[i] * tolerance * largest));
          }
        }
      }
      SolvedFeatures shortened =
          PersonalisedPageRank.exact(
              PropagationOperator.of(graph, r),
              h,
              new PersonalisedPageRankConfig(.15, 1e-8, 3),
              work);
      assertThat(shortened.converged()).isFalse();
      assertThat(shortened.iterations()).isEqualTo(3);
      assertThat(shortened.residual()).isGreaterThan(1e-8);
    }
  }

  /// Z = αH + (1−α) · mean(H) on a clique with loops.
  @Test
  void aCliqueMixesItsMean() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph clique = NamedGraphs.clique(work, 4);
      DenseFeatures h = TestVectors.features(work, new double[][] {{4}, {0}, {0}, {-2}});
      SolvedFeatures solved =
          PersonalisedPageRank.exact(
              PropagationOperator.classic(clique, .5), h, PersonalisedPageRankConfig.of(.2), work);
      assertRows(solved.features(), new double[][] {{1.2}, {.4}, {.4}, {0}}, 1e-6);
    }
  }

  @Test
  void gradientsFlowThroughTheTranspose() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      PropagationOperator operator = PropagationOperator.of(g5, R);
      DenseFeatures x = TestVectors.features(work, X);
      PersonalisedPageRankConfig config = PersonalisedPageRankConfig.of(.1);
      DenseFeatures forward = PersonalisedPageRank.exact(operator, x, config, work).features();
      DenseFeatures backward =
          PersonalisedPageRank.exact(operator.transpose(work), x, config, work).features();
      double left = 0;
      double right = 0;
      for (int i = 0; i < 5; i++) {
        left += X[i][1] * forward.get(i, 0);
        right += backward.get(i, 1) * X[i][0];
      }
      assertThat(left).isCloseTo(right, within(1e-5));
    }
  }

  @Test
  void featuresThatAreNoNumbersDoNotPassForASolution() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph path = NamedGraphs.path(work, 2);
      DenseFeatures h = TestVectors.features(work, new double[][] {{Double.NaN}, {1}});
      SolvedFeatures solved =
          PersonalisedPageRank.exact(
              PropagationOperator.classic(path, 0), h, PersonalisedPageRankConfig.of(.2), work);
      assertThat(solved.converged()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7})
  void anyNumberOfThreadsGivesTheSameBytes(int threads) {
    try (Workspace one = Workspace.open(1);
        Workspace many = Workspace.open(threads)) {
      CsrGraph graph = NamedGraphs.skewed(one, 9000, 30000, 3);
      PropagationOperator operator = PropagationOperator.of(graph, DenseWalk.coefficients(9000, 1));
      DenseFeatures h = DenseWalk.features(one, 9000, 3, 4);
      PersonalisedPageRankConfig config = new PersonalisedPageRankConfig(.3, 1e-5, 100);
      SolvedFeatures expected = PersonalisedPageRank.exact(operator, h, config, one);
      SolvedFeatures actual = PersonalisedPageRank.exact(operator, h, config, many);
      assertThat(actual.features().data().mismatch(expected.features().data())).isEqualTo(-1);
      assertThat(actual.iterations()).isEqualTo(expected.iterations());
    }
  }

  @Test
  void badSettingsAreRefusedWithTheirNumbers() {
    assertThatThrownBy(() -> new PersonalisedPageRankConfig(.1, 0, 1))
        .hasMessage("tolerance must be positive and finite, got 0.0");
    assertThatThrownBy(() -> new PersonalisedPageRankConfig(1.5, 1e-6, 1))
        .hasMessage("restartProbability must lie in (0, 1], got 1.5");
    try (Workspace work = Workspace.open(1)) {
      DenseFeatures x = TestVectors.features(work, X);
      PropagationOperator two = PropagationOperator.classic(NamedGraphs.path(work, 2), .5);
      assertThatThrownBy(
              () -> PersonalisedPageRank.exact(two, x, PersonalisedPageRankConfig.of(.1), work))
          .hasMessage("features have 5 rows, graph has 2 nodes");
    }
  }
}
