package io.atp.core.push;

import static io.atp.core.operator.TestVectors.R;
import static io.atp.core.operator.TestVectors.X;
import static io.atp.core.push.PersonalisedPageRankTest.PPNP_NODEWISE;
import static io.atp.core.push.PersonalisedPageRankTest.PPNP_SYMMETRIC;
import static io.atp.core.push.PersonalisedPageRankTest.assertRows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReversePushTest {
  private static final ReversePushConfig NEARLY_EXACT = new ReversePushConfig(.1, 1e-9);

  @Test
  void aSmallThresholdGivesTheSpecificationsExactRows() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      DenseFeatures x = TestVectors.features(work, X);
      NodeCoefficients half = NodeCoefficients.constant(5, .5);
      assertRows(
          ReversePush.propagate(g5, x, half, NEARLY_EXACT, work).features(), PPNP_SYMMETRIC, 1e-6);
      assertRows(
          ReversePush.propagate(g5, x, R, NEARLY_EXACT, work).features(), PPNP_NODEWISE, 1e-6);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-1, 1e-2, 1e-3, 1e-4})
  void theErrorAndTheWorkKeepTheirBounds(double threshold) {
    try (Workspace work = Workspace.open(1)) {
      int n = 80;
      CsrGraph graph = NamedGraphs.skewed(work, n, 200, 3);
      NodeCoefficients r = DenseWalk.coefficients(n, 5);
      DenseFeatures x = DenseWalk.features(work, n, 3, 7);
      double[] s = DenseWalk.scale(graph, r, true);
      double[][] exact =
          DenseWalk.times(
              DenseWalk.scaled(DenseWalk.pageRank(DenseWalk.walk(graph, true), .2), s),
              DenseWalk.values(x));
      PushedFeatures pushed =
          ReversePush.propagate(graph, x, r, new ReversePushConfig(.2, threshold), work);
      double mostVisits = 0;
      double worst = 0;
      for (int c = 0; c < 3; c++) {
        double[] sums = new double[2];
        double[] weighted = new double[2];
        for (int j = 0; j < n; j++) {
          int part = x.get(j, c) > 0 ? 1 : 0;
          sums[part] += Math.abs(x.get(j, c)) / s[j];
          weighted[part] += graph.selfLoopedDegree(j) * Math.abs(x.get(j, c)) / s[j];
        }
        mostVisits += (weighted[0] / sums[0] + weighted[1] / sums[1]) / (.2 * threshold);
        for (int i = 0; i < n; i++) {
          double error = Math.abs(pushed.features().get(i, c) - exact[i][c]);
          assertThat(error).isLessThanOrEqualTo(s[i] * threshold * (sums[0] + sums[1]));
          worst = Math.max(worst, error);
        }
      }
      assertThat((double) pushed.account().arcVisits()).isLessThanOrEqualTo(mostVisits);
      assertThat(worst).as("a threshold leaves something out").isPositive();
    }
  }

  @Test
  void aSmallerThresholdPushesMore() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 80, 200, 3);
      NodeCoefficients r = DenseWalk.coefficients(80, 5);
      DenseFeatures x = DenseWalk.features(work, 80, 2, 7);
      PushAccount large =
          ReversePush.propagate(graph, x, r, new ReversePushConfig(.2, 1e-2), work).account();
      PushAccount small =
          ReversePush.propagate(graph, x, r, new ReversePushConfig(.2, 1e-4), work).account();
      assertThat(small.pushes()).isGreaterThan(large.pushes());
      assertThat(small.arcVisits()).isGreaterThan(large.arcVisits());
      assertThat(large.pushes()).isPositive();
    }
  }

  @Test
  void whatIsNotPassedOnStillCountsWhereItIs() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 80, 200, 3);
      DenseFeatures x = DenseWalk.features(work, 80, 2, 7);
      PushedFeatures unmoved =
          ReversePush.propagate(
              graph, x, DenseWalk.coefficients(80, 5), new ReversePushConfig(.2, 1), work);
      assertThat(unmoved.account()).isEqualTo(new PushAccount(0, 0));
      for (int i = 0; i < 80; i++) {
        assertThat(unmoved.features().get(i, 1)).isCloseTo(.2f * x.get(i, 1), within(1e-7f));
      }
    }
  }

  /// Row i lists whom i listens to: 0 hears 1 and itself, 1 hears itself alone.
  @Test
  void featuresFlowToThoseWhoListen() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.directed(work, 2, 0, 1).graph();
      DenseFeatures x = TestVectors.features(work, new double[][] {{0}, {1}});
      ReversePushConfig config = new ReversePushConfig(.5, 1e-9);
      DenseFeatures z =
          ReversePush.propagate(graph, x, NodeCoefficients.constant(2, 0), config, work).features();
      assertThat(z.get(1, 0)).isCloseTo(1, within(1e-6f));
      assertThat(z.get(0, 0)).isCloseTo(1 / 3f, within(1e-6f)); // z = ½ · (½z + ½)
    }
  }

  /// Column c of X has one entry per row where (row + c) is a multiple of 3; 20 columns need two
  /// chunks.
  @Test
  void sparseFeaturesGiveTheSameBytesAsDenseOnes() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 30, 70, 3);
      double[][] values = new double[30][20];
      MemorySegment offsets = work.allocateLongs(31);
      MemorySegment columns = work.allocateInts(200);
      MemorySegment entries = work.allocateFloats(200);
      int at = 0;
      for (int i = 0; i < 30; i++) {
        for (int c = 0; c < 20; c++) {
          if ((i + c) % 3 == 0) {
            values[i][c] = i - 2.5 * c;
            columns.setAtIndex(ValueLayout.JAVA_INT, at, c);
            entries.setAtIndex(ValueLayout.JAVA_FLOAT, at++, (float) values[i][c]);
          }
        }
        offsets.setAtIndex(ValueLayout.JAVA_LONG, i + 1, at);
      }
      assertThat(at).isEqualTo(200);
      var sparse = new SparseFeatures(30, 20, offsets, columns, entries);
      NodeCoefficients r = DenseWalk.coefficients(30, 4);
      ReversePushConfig config = new ReversePushConfig(.1, 1e-3);
      DenseFeatures expected =
          ReversePush.propagate(graph, TestVectors.features(work, values), r, config, work)
              .features();
      DenseFeatures actual = ReversePush.propagate(graph, sparse, r, config, work).features();
      assertThat(actual.data().mismatch(expected.data())).isEqualTo(-1);
    }
  }

  @Test
  void anIsolatedNodeKeepsItsFeaturesAndOthersComponentsStayApart() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 5, 0, 1, 2, 3);
      DenseFeatures x =
          TestVectors.features(work, new double[][] {{1, 0}, {0, 0}, {0, -3}, {0, 0}, {0, 7}});
      DenseFeatures z =
          ReversePush.propagate(graph, x, DenseWalk.coefficients(5, 3), NEARLY_EXACT, work)
              .features();
      assertThat(z.get(4, 1)).isCloseTo(7, within(1e-5f));
      for (int node = 2; node < 5; node++) {
        assertThat(z.get(node, 0)).isZero();
      }
      assertThat(z.get(0, 1)).isZero();
      assertThat(z.get(3, 1)).isNegative();
    }
  }

  @Test
  void renamingNodesRenamesRows() {
    try (Workspace work = Workspace.open(1)) {
      int n = 60;
      CsrGraph graph = NamedGraphs.skewed(work, n, 150, 11);
      int[] names = NamedGraphs.permutation(n, 2);
      CsrGraph renamed = NamedGraphs.renamed(work, graph, names);
      NodeCoefficients r = DenseWalk.coefficients(n, 9);
      DenseFeatures x = DenseWalk.features(work, n, 2, 1);
      double[] renamedR = new double[n];
      double[][] renamedX = new double[n][];
      for (int node = 0; node < n; node++) {
        renamedR[names[node]] = r.of(node);
        renamedX[names[node]] = DenseWalk.values(x)[node];
      }
      ReversePushConfig config = new ReversePushConfig(.2, 1e-8);
      DenseFeatures z = ReversePush.propagate(graph, x, r, config, work).features();
      DenseFeatures other =
          ReversePush.propagate(
                  renamed,
                  TestVectors.features(work, renamedX),
                  new NodeCoefficients(renamedR),
                  config,
                  work)
              .features();
      for (int node = 0; node < n; node++) {
        for (int c = 0; c < 2; c++) {
          assertThat(other.get(names[node], c)).isCloseTo(z.get(node, c), within(1e-5f));
        }
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
      ReversePushConfig config = new ReversePushConfig(.2, 1e-3);
      PushedFeatures expected = ReversePush.propagate(graph, x, r, config, one);
      PushedFeatures actual = ReversePush.propagate(graph, x, r, config, many);
      assertThat(actual.features().data().mismatch(expected.features().data())).isEqualTo(-1);
      assertThat(actual.account()).isEqualTo(expected.account());
    }
  }

  @Test
  void badSettingsAreRefusedWithTheirNumbers() {
    assertThatThrownBy(() -> new ReversePushConfig(.1, 0))
        .hasMessage("threshold must be positive and finite, got 0.0");
    try (Workspace work = Workspace.open(1)) {
      DenseFeatures x = TestVectors.features(work, X);
      CsrGraph path = NamedGraphs.path(work, 2);
      assertThatThrownBy(
              () ->
                  ReversePush.propagate(
                      path, x, NodeCoefficients.constant(2, 0), ReversePushConfig.defaults(), work))
          .hasMessage("features have 5 rows, graph has 2 nodes");
    }
  }
}
