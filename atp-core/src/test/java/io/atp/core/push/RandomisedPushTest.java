package io.atp.core.push;

import static io.atp.core.operator.TestVectors.R;
import static io.atp.core.operator.TestVectors.X;
import static io.atp.core.push.PersonalisedPageRankTest.assertRows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomisedPushTest {
  private static RandomisedPushConfig config(LevelWeights weights, double threshold, long seed) {
    return new RandomisedPushConfig(weights, threshold, seed);
  }

  private static double[][] exact(
      CsrGraph graph, DenseFeatures x, NodeCoefficients r, LevelWeights weights) {
    double[][] polynomial = DenseWalk.polynomial(DenseWalk.walk(graph, true), weights.values());
    return DenseWalk.times(
        DenseWalk.scaled(polynomial, DenseWalk.scale(graph, r, true)), DenseWalk.values(x));
  }

  @Test
  void theSpecificationsColumnComesOutToSixDecimals() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      DenseFeatures z =
          RandomisedPush.propagate(
                  g5,
                  TestVectors.features(work, X),
                  NodeCoefficients.constant(5, .5),
                  config(LevelWeights.personalisedPageRank(2, .2), 0, 1),
                  work)
              .features();
      double[][] first = {{.664433}, {.464433}, {.806394}, {.773398}, {1.168758}};
      assertRows(z, first, 1e-6);
    }
  }

  @Test
  void theSpecificationsWeightsOfGbpComeOutToSixDecimals() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      DenseFeatures x = TestVectors.features(work, X);
      RandomisedPushConfig config = config(LevelWeights.truncatedPageRank(2, .1), 0, 1);
      NodeCoefficients half = NodeCoefficients.constant(5, .5);
      double[][] symmetric = {
        {.202165, .115665},
        {.102165, .215665},
        {.214319, .274469},
        {.174969, .364871},
        {.367046, .138144}
      };
      assertRows(RandomisedPush.propagate(g5, x, half, config, work).features(), symmetric, 1e-6);
      double[][] nodewise = {
        {.178457, .119145},
        {.059615, .190531},
        {.274751, .547116},
        {.077768, .335066},
        {.363176, .270558}
      };
      assertRows(RandomisedPush.propagate(g5, x, R, config, work).features(), nodewise, 1e-6);
    }
  }

  @Test
  void withoutAThresholdTheSumIsExactForEveryFamilyOfWeights() {
    try (Workspace work = Workspace.open(1)) {
      int n = 50;
      CsrGraph undirected = NamedGraphs.skewed(work, n, 120, 3);
      CsrGraph directed =
          NamedGraphs.directed(work, n, 0, 1, 1, 2, 2, 0, 7, 1, 8, 1, 8, 2, 2, 9, 40, 49).graph();
      NodeCoefficients r = DenseWalk.coefficients(n, 5);
      DenseFeatures x = DenseWalk.features(work, n, 3, 7);
      for (CsrGraph graph : new CsrGraph[] {undirected, directed}) {
        for (LevelWeights weights :
            new LevelWeights[] {
              LevelWeights.single(3),
              LevelWeights.heat(6, 2),
              LevelWeights.truncatedPageRank(5, .1),
              new LevelWeights(new double[] {2, 0, 1, 0})
            }) {
          PushedFeatures pushed =
              RandomisedPush.propagate(graph, x, r, config(weights, 0, 1), work);
          assertRows(pushed.features(), exact(graph, x, r, weights), 1e-5);
        }
      }
    }
  }

  /// The mean over 3000 seeds lies within 4.5 standard errors of the exact sum, entry by entry.
  @Test
  void theMeanOverSeedsIsTheExactSum() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.star(work, 5);
      NodeCoefficients r = new NodeCoefficients(new double[] {.8, .1, .5, 1, 0, .3});
      double[][] values = {{1, -1}, {2, 3}, {0, -2}, {1, 0}, {4, 1}, {-1, 1}};
      DenseFeatures x = TestVectors.features(work, values);
      LevelWeights weights = LevelWeights.personalisedPageRank(3, .2);
      double[][] expected = exact(graph, x, r, weights);
      int seeds = 3000;
      double[][] sum = new double[6][2];
      double[][] squares = new double[6][2];
      for (int seed = 0; seed < seeds; seed++) {
        try (Workspace scratch = work.scratch()) {
          DenseFeatures z =
              RandomisedPush.propagate(graph, x, r, config(weights, .1, seed), scratch).features();
          for (int i = 0; i < 6; i++) {
            for (int c = 0; c < 2; c++) {
              sum[i][c] += z.get(i, c);
              squares[i][c] += (double) z.get(i, c) * z.get(i, c);
            }
          }
        }
      }
      for (int i = 0; i < 6; i++) {
        for (int c = 0; c < 2; c++) {
          double mean = sum[i][c] / seeds;
          double deviation = Math.sqrt(squares[i][c] / seeds - mean * mean);
          assertThat(deviation).as("(%d, %d) is left to chance", i, c).isGreaterThan(.01);
          assertThat(mean)
              .as("(%d, %d)", i, c)
              .isCloseTo(expected[i][c], within(4.5 * deviation / Math.sqrt(seeds)));
        }
      }
    }
  }

  @Test
  void aSmallerThresholdIsMoreExactAndCostsMore() {
    try (Workspace work = Workspace.open(1)) {
      int n = 200;
      CsrGraph graph = NamedGraphs.skewed(work, n, 1000, 3);
      NodeCoefficients r = DenseWalk.coefficients(n, 5);
      DenseFeatures x = DenseWalk.features(work, n, 4, 7);
      LevelWeights weights = LevelWeights.personalisedPageRank(4, .1);
      double[][] expected = exact(graph, x, r, weights);
      double previousError = Double.POSITIVE_INFINITY;
      long previousVisits = 0;
      for (double threshold : new double[] {1e-2, 1e-3, 1e-4, 1e-5}) {
        PushedFeatures pushed =
            RandomisedPush.propagate(graph, x, r, config(weights, threshold, 3), work);
        double error = 0;
        for (int i = 0; i < n; i++) {
          for (int c = 0; c < 4; c++) {
            error += Math.pow(pushed.features().get(i, c) - expected[i][c], 2);
          }
        }
        assertThat(error).isLessThan(previousError / 4);
        assertThat(pushed.account().arcVisits()).isGreaterThan(previousVisits);
        previousError = error;
        previousVisits = pushed.account().arcVisits();
      }
      long all = 4L * 4 * (graph.arcCount() + n);
      PushedFeatures exact = RandomisedPush.propagate(graph, x, r, config(weights, 0, 3), work);
      assertThat(exact.account().arcVisits()).isEqualTo(all).isGreaterThan(previousVisits);
    }
  }

  @Test
  void seedsAndColumnsDrawApart() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 60, 200, 3);
      double[][] twice = new double[60][2];
      for (int i = 0; i < 60; i++) {
        twice[i][0] = twice[i][1] = 1 + i % 7;
      }
      DenseFeatures x = TestVectors.features(work, twice);
      NodeCoefficients r = NodeCoefficients.constant(60, .5);
      LevelWeights weights = LevelWeights.single(2);
      DenseFeatures z =
          RandomisedPush.propagate(graph, x, r, config(weights, 1e-2, 1), work).features();
      DenseFeatures again =
          RandomisedPush.propagate(graph, x, r, config(weights, 1e-2, 1), work).features();
      DenseFeatures other =
          RandomisedPush.propagate(graph, x, r, config(weights, 1e-2, 2), work).features();
      assertThat(again.data().mismatch(z.data())).isEqualTo(-1);
      assertThat(other.data().mismatch(z.data())).isNotEqualTo(-1);
      double apart = 0;
      for (int i = 0; i < 60; i++) {
        apart += Math.abs(z.get(i, 0) - z.get(i, 1));
      }
      assertThat(apart).isPositive();
    }
  }

  @Test
  void rowsAreSortedByDegreeWithTheNodeItselfAmongThem() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 100, 400, 3);
      DegreeSortedRows rows = DegreeSortedRows.of(graph, work);
      for (int node = 0; node < 100; node++) {
        int length = (int) (rows.end(node) - rows.start(node));
        int[] row = new int[length];
        for (int i = 0; i < length; i++) {
          row[i] = rows.target(rows.start(node) + i);
          if (i > 0) {
            int before = graph.degree(row[i - 1]);
            assertThat(
                    before < graph.degree(row[i])
                        || before == graph.degree(row[i]) && row[i - 1] < row[i])
                .isTrue();
          }
        }
        assertThat(row).contains(node).contains(GraphAssert.row(graph, node));
        assertThat(length).isEqualTo(graph.degree(node) + 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7})
  void anyNumberOfThreadsGivesTheSameBytes(int threads) {
    try (Workspace one = Workspace.open(1);
        Workspace many = Workspace.open(threads)) {
      CsrGraph graph = NamedGraphs.skewed(one, 200, 600, 13);
      NodeCoefficients r = DenseWalk.coefficients(200, 17);
      DenseFeatures x = DenseWalk.features(one, 200, 70, 1);
      RandomisedPushConfig config = config(LevelWeights.heat(5, 2), 1e-3, 5);
      PushedFeatures expected = RandomisedPush.propagate(graph, x, r, config, one);
      PushedFeatures actual = RandomisedPush.propagate(graph, x, r, config, many);
      assertThat(actual.features().data().mismatch(expected.features().data())).isEqualTo(-1);
      assertThat(actual.account()).isEqualTo(expected.account());
    }
  }

  @Test
  void badSettingsAreRefusedWithTheirNumbers() {
    assertThatThrownBy(() -> config(LevelWeights.single(1), Double.NaN, 1))
        .hasMessage("threshold must be finite and not negative, got NaN");
    try (Workspace work = Workspace.open(1)) {
      DenseFeatures x = TestVectors.features(work, X);
      CsrGraph g5 = NamedGraphs.g5(work);
      CsrGraph path = NamedGraphs.path(work, 2);
      assertThatThrownBy(
              () -> RandomisedPush.propagate(path, x, R, RandomisedPushConfig.defaults(1), work))
          .hasMessage("features have 5 rows, graph has 2 nodes");
      assertThatThrownBy(
              () ->
                  RandomisedPush.propagate(
                      g5,
                      x,
                      NodeCoefficients.constant(3, 0),
                      RandomisedPushConfig.defaults(1),
                      work))
          .hasMessage("3 coefficients were given for a graph of 5 nodes");
    }
  }
}
