package io.atp.core.push;

import static io.atp.core.operator.TestVectors.R;
import static io.atp.core.operator.TestVectors.X;
import static io.atp.core.push.DenseWalk.allNodes;
import static io.atp.core.push.DenseWalk.coefficients;
import static io.atp.core.push.DenseWalk.dense;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LevelPushTest {
  private static final LevelWeights TWO_LEVELS = LevelWeights.truncatedPageRank(2, .2);
  private static final int[] FROM_0 = {0};

  private static LevelPushConfig config(LevelWeights weights, double threshold, int keep) {
    return new LevelPushConfig(weights, threshold, keep, false);
  }

  private static double[] divided(double[] row) {
    double sum = Arrays.stream(row).sum();
    return Arrays.stream(row).map(value -> value / sum).toArray();
  }

  private static double[] mixed(double[] row) {
    double[] x = new double[2];
    for (int j = 0; j < row.length; j++) {
      x[0] += row[j] * X[j][0];
      x[1] += row[j] * X[j][1];
    }
    return x;
  }

  @Test
  void theSpecificationsRowsComeOutToSixDecimals() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      NodeCoefficients walk = NodeCoefficients.constant(5, 0);
      SparseRows all = LevelPush.rows(g5, FROM_0, walk, config(TWO_LEVELS, 0, 5), work);
      assertThat(dense(all, 0))
          .containsExactly(new double[] {.599271, .189435, .189435, .021858, 0}, within(1e-6));
      assertThat(all.row(0).columns()).containsExactly(0, 1, 2, 3);

      SparseRows three = LevelPush.rows(g5, FROM_0, walk, config(TWO_LEVELS, 0, 3), work);
      double[] shares = divided(dense(three, 0));
      assertThat(shares)
          .containsExactly(new double[] {.612663, .193669, .193669, 0, 0}, within(1e-6));
      assertThat(mixed(shares)).containsExactly(new double[] {.806331, .387337}, within(1e-6));

      SparseRows cut = LevelPush.rows(g5, FROM_0, walk, config(TWO_LEVELS, .1, 5), work);
      assertThat(dense(cut, 0))
          .containsExactly(new double[] {.577413, .167577, .167577, 0, 0}, within(1e-6));
    }
  }

  @Test
  void coefficientsEnterThroughColumnsAndTheRowFactorWhenAsked() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      SparseRows rows = LevelPush.rows(g5, FROM_0, R, config(TWO_LEVELS, 0, 5), work);
      double[] shares = divided(dense(rows, 0));
      assertThat(shares)
          .containsExactly(new double[] {.618782, .257428, .084699, .039092, 0}, within(1e-6));
      assertThat(mixed(shares)).containsExactly(new double[] {.703481, .420310}, within(1e-6));

      LevelPushConfig whole = new LevelPushConfig(TWO_LEVELS, 0, 5, true);
      SparseRows scaled = LevelPush.rows(g5, FROM_0, R, whole, work);
      assertThat(mixed(dense(scaled, 0)))
          .containsExactly(new double[] {.681299, .407057}, within(1e-6));
    }
  }

  /// Nodes 1 and 2 score alike under P; s = 4 puts node 2 behind, and equal scores go by id.
  @Test
  void theLargestAreChosenAfterTheColumnFactorAndTiesGoToLowerIds() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      LevelPushConfig two = config(TWO_LEVELS, 0, 2);
      assertThat(LevelPush.rows(g5, FROM_0, R, two, work).row(0).columns()).containsExactly(0, 1);
      NodeCoefficients flipped = new NodeCoefficients(new double[] {0, 1, 0, 0, 0});
      assertThat(LevelPush.rows(g5, FROM_0, flipped, two, work).row(0).columns())
          .containsExactly(0, 2);
      CsrGraph star = NamedGraphs.star(work, 6);
      NodeCoefficients walk = NodeCoefficients.constant(7, 0);
      assertThat(
              LevelPush.rows(star, FROM_0, walk, config(TWO_LEVELS, 0, 4), work).row(0).columns())
          .containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void withoutAThresholdTheScoresAreThePolynomialOfTheWalk() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 50, 120, 5);
      NodeCoefficients r = coefficients(50, 3);
      double[] s = DenseWalk.scale(graph, r, true);
      for (LevelWeights weights :
          new LevelWeights[] {
            LevelWeights.truncatedPageRank(5, .2), LevelWeights.average(4), LevelWeights.single(3)
          }) {
        double[][] exact =
            DenseWalk.polynomial(DenseWalk.walk(graph, true), weights.normalised().values());
        SparseRows rows = LevelPush.rows(graph, allNodes(graph), r, config(weights, 0, 50), work);
        for (int i = 0; i < 50; i++) {
          for (int j = 0; j < 50; j++) {
            assertThat((double) rows.weight(i, j)).isCloseTo(exact[i][j] / s[j], within(1e-7));
          }
        }
      }
    }
  }

  @Test
  void aThresholdOnlyLosesMassAndKeepsToItsBudget() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 200, 600, 5);
      NodeCoefficients walk = NodeCoefficients.constant(200, 0);
      double previous = 0;
      for (double threshold : new double[] {1e-1, 1e-2, 1e-3, 0}) {
        SparseRows rows =
            LevelPush.rows(
                graph, new int[] {17}, walk, config(LevelWeights.average(4), threshold, 200), work);
        double mass = Arrays.stream(dense(rows, 0)).sum();
        assertThat(mass).isBetween(previous, 1 + 1e-6);
        assertThat((double) rows.account().arcVisits()).isLessThanOrEqualTo(4 / threshold);
        previous = mass;
      }
      assertThat(previous).isCloseTo(1, within(1e-6));
    }
  }

  @Test
  void aCliqueIsMixedAfterOneLevel() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph clique = NamedGraphs.clique(work, 5);
      SparseRows rows =
          LevelPush.rows(
              clique,
              FROM_0,
              NodeCoefficients.constant(5, 0),
              config(LevelWeights.average(1), 0, 5),
              work);
      assertThat(dense(rows, 0)).containsExactly(new double[] {.6, .1, .1, .1, .1}, within(1e-7));
    }
  }

  @Test
  void anotherComponentIsNeverReached() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 6, 0, 1, 1, 2, 3, 4);
      SparseRows rows =
          LevelPush.rows(
              graph, new int[] {5, 3}, coefficients(6, 1), LevelPushConfig.defaults(), work);
      assertThat(rows.row(0).columns()).containsExactly(5);
      assertThat(rows.row(0).weights()[0]).isCloseTo(1, within(1e-6f));
      assertThat(rows.row(1).columns()).containsExactly(3, 4);
    }
  }

  @Test
  void renamingNodesRenamesRows() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 60, 150, 11);
      int[] names = NamedGraphs.permutation(60, 2);
      CsrGraph renamed = NamedGraphs.renamed(work, graph, names);
      NodeCoefficients r = coefficients(60, 9);
      double[] renamedR = new double[60];
      for (int node = 0; node < 60; node++) {
        renamedR[names[node]] = r.of(node);
      }
      LevelPushConfig config = config(LevelWeights.truncatedPageRank(6, .2), 1e-3, 60);
      SparseRows rows = LevelPush.rows(graph, allNodes(graph), r, config, work);
      SparseRows other =
          LevelPush.rows(renamed, names, new NodeCoefficients(renamedR), config, work);
      for (int i = 0; i < 60; i++) {
        for (int j = 0; j < 60; j++) {
          assertThat(other.weight(i, names[j])).isCloseTo(rows.weight(i, j), within(1e-6f));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7})
  void anyNumberOfThreadsGivesTheSameBytes(int threads) {
    try (Workspace one = Workspace.open(1);
        Workspace many = Workspace.open(threads)) {
      CsrGraph graph = NamedGraphs.skewed(one, 300, 900, 13);
      NodeCoefficients r = coefficients(300, 17);
      LevelPushConfig config = config(LevelWeights.truncatedPageRank(6, .2), 1e-4, 12);
      SparseRows expected = LevelPush.rows(graph, allNodes(graph), r, config, one);
      SparseRows actual = LevelPush.rows(graph, allNodes(graph), r, config, many);
      assertThat(actual.offsets()).isEqualTo(expected.offsets());
      assertThat(actual.columns()).isEqualTo(expected.columns());
      assertThat(Arrays.equals(actual.weights(), expected.weights())).isTrue();
      assertThat(actual.account()).isEqualTo(expected.account());
    }
  }

  @Test
  void badSettingsAreRefusedWithTheirNumbers() {
    assertThatThrownBy(() -> config(TWO_LEVELS, -1, 5))
        .hasMessage("threshold must be finite and not negative, got -1.0");
    assertThatThrownBy(() -> config(TWO_LEVELS, 0, 0)).hasMessage("keep must be at least 1, got 0");
  }
}
