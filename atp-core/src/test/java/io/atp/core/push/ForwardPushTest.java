package io.atp.core.push;

import static io.atp.core.operator.TestVectors.R;
import static io.atp.core.push.DenseWalk.allNodes;
import static io.atp.core.push.DenseWalk.coefficients;
import static io.atp.core.push.DenseWalk.dense;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardPushTest {
  private static ForwardPushConfig config(double epsilon, int keep, boolean loops, RankBy rankBy) {
    return new ForwardPushConfig(0.25, epsilon, keep, loops, rankBy);
  }

  private static NodeCoefficients constant(CsrGraph graph, double r) {
    return NodeCoefficients.constant(graph.nodeCount(), r);
  }

  private static void assertRow(SparseRows rows, int row, double tolerance, double... expected) {
    assertThat(dense(rows, row)).containsExactly(expected, within(tolerance));
  }

  @Test
  void theSpecificationsPushTakes35Pops() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      ForwardPush.Walker walker =
          new ForwardPush.Walker(
              new WalkRows(g5, false), new double[5], config(1e-2, 5, false, RankBy.RAW));
      walker.push(0);
      double[] p = {.386532, .207872, .251692, .082056, .028660};
      double[] residues = {.004343, 0, .001981, .002363, .002110};
      for (int node = 0; node < 5; node++) {
        assertThat(walker.settled(node)).isCloseTo(p[node], within(5e-7));
        assertThat(walker.residue(node)).isCloseTo(residues[node], within(5e-7));
      }
      assertThat(walker.account().pushes()).isEqualTo(35);
    }
  }

  /// The slow twin keeps its numbers in maps and its neighbours in a sorted set.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theStackIsFollowedToTheLastBit(boolean loops) {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 2000, 5000, 3);
      ForwardPush.Walker walker =
          new ForwardPush.Walker(
              new WalkRows(graph, loops), new double[2000], config(1e-3, 5, loops, RankBy.RAW));
      for (int source = 0; source < 2000; source += 100) {
        Map<Integer, Double> settled = new HashMap<>();
        Map<Integer, Double> residue = new HashMap<>(Map.of(source, .25));
        Deque<Integer> stack = new ArrayDeque<>(List.of(source));
        while (!stack.isEmpty()) {
          int u = stack.pop();
          double moved = residue.put(u, 0.0);
          settled.merge(u, moved, Double::sum);
          SortedSet<Integer> row = new TreeSet<>();
          Arrays.stream(GraphAssert.row(graph, u)).forEach(row::add);
          if (loops || row.isEmpty()) {
            row.add(u);
          }
          for (int v : row) {
            double now = residue.merge(v, .75 * moved / row.size(), Double::sum);
            if (now >= .25 * 1e-3 * DenseWalk.degree(graph, v, loops) && !stack.contains(v)) {
              stack.push(v);
            }
          }
        }
        walker.push(source);
        if (graph.degree(source) > 0) {
          settled.forEach((node, p) -> assertThat(walker.settled(node)).isEqualTo(p));
          residue.forEach((node, r) -> assertThat(walker.residue(node)).isEqualTo(r));
        } else {
          assertThat(walker.settled(source)).isCloseTo(1, within(1e-3));
        }
      }
    }
  }

  @Test
  void smallEpsilonGivesTheSpecificationsExactRows() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      ForwardPushConfig exact = config(1e-9, 5, false, RankBy.SCALED);
      int[] source = {0};
      assertRow(
          ForwardPush.rows(g5, source, constant(g5, 0), exact, work),
          0,
          1e-6,
          .396253,
          .214434,
          .263359,
          .091603,
          .034351);
      assertRow(
          ForwardPush.rows(g5, source, constant(g5, .5), exact, work),
          0,
          1e-6,
          .396253,
          .214434,
          .215032,
          .091603,
          .048580);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsLostAndTheErrorKeepsItsBound(boolean loops) {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 60, 150, 3);
      double epsilon = 1e-3;
      ForwardPush.Walker walker =
          new ForwardPush.Walker(
              new WalkRows(graph, loops), new double[60], config(epsilon, 5, loops, RankBy.RAW));
      double[][] exact = DenseWalk.pageRank(DenseWalk.walk(graph, loops), .25);
      for (int source = 0; source < 60; source++) {
        long before = walker.account().arcVisits();
        walker.push(source);
        double settled = 0;
        double residue = 0;
        for (int node = 0; node < 60; node++) {
          double degree = DenseWalk.degree(graph, node, loops);
          assertThat(exact[source][node] - walker.settled(node))
              .isBetween(-1e-12, epsilon * degree);
          assertThat(walker.residue(node)).isLessThan(.25 * epsilon * degree);
          settled += walker.settled(node);
          residue += walker.residue(node);
        }
        assertThat(settled + residue / .25).isCloseTo(1, within(1e-12));
        assertThat((double) (walker.account().arcVisits() - before))
            .isLessThanOrEqualTo(1 / (.25 * epsilon) + graph.degree(source) + 1);
      }
    }
  }

  @Test
  void weightsAreTheScaledWalk() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 40, 100, 5);
      NodeCoefficients r = coefficients(40, 7);
      for (boolean loops : new boolean[] {true, false}) {
        double[][] exact =
            DenseWalk.scaled(
                DenseWalk.pageRank(DenseWalk.walk(graph, loops), .25),
                DenseWalk.scale(graph, r, loops));
        SparseRows rows =
            ForwardPush.rows(
                graph, allNodes(graph), r, config(1e-6, 40, loops, RankBy.SCALED), work);
        for (int source = 0; source < 40; source++) {
          assertRow(rows, source, 1e-4, exact[source]);
        }
      }
    }
  }

  @Test
  void aCliqueWithLoopsForgetsItsSourceInOneStep() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph clique = NamedGraphs.clique(work, 6);
      SparseRows rows =
          ForwardPush.rows(
              clique,
              new int[] {4},
              constant(clique, .7),
              config(1e-10, 6, true, RankBy.SCALED),
              work);
      double other = .75 / 6;
      assertRow(rows, 0, 1e-7, other, other, other, other, .25 + other, other);
    }
  }

  /// A walker from the centre is back there every second step: α Σ (1−α)^2k = 1 / (2 − α).
  @Test
  void aStarSharesAmongItsLeaves() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 4);
      ForwardPushConfig exact = config(1e-10, 5, false, RankBy.SCALED);
      SparseRows rows = ForwardPush.rows(star, new int[] {0}, constant(star, 0), exact, work);
      double leaf = .75 / 1.75 / 4;
      assertRow(rows, 0, 1e-7, 1 / 1.75, leaf, leaf, leaf, leaf);
      CsrGraph path = NamedGraphs.path(work, 2);
      rows = ForwardPush.rows(path, new int[] {1, 0}, constant(path, .5), exact, work);
      assertRow(rows, 0, 1e-7, .75 / 1.75, 1 / 1.75);
      assertRow(rows, 1, 1e-7, 1 / 1.75, .75 / 1.75);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anotherComponentIsNeverReachedAndAnIsolatedNodeHasItselfOnly(boolean loops) {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 6, 0, 1, 1, 2, 3, 4);
      SparseRows rows =
          ForwardPush.rows(
              graph,
              new int[] {5, 0, 4},
              coefficients(6, 1),
              config(1e-6, 6, loops, RankBy.SCALED),
              work);
      assertThat(rows.row(0).columns()).containsExactly(5);
      assertThat(rows.row(0).weights()[0]).isCloseTo(1, within(1e-5f));
      assertThat(rows.row(1).columns()).containsExactly(0, 1, 2);
      assertThat(rows.row(2).columns()).containsExactly(3, 4);
    }
  }

  /// 1 → 0 only: the walker that reaches 0 has nowhere to go and stays.
  @Test
  void aWalkFollowsWhomANodeListensTo() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.directed(work, 2, 1, 0).graph();
      SparseRows rows =
          ForwardPush.rows(
              graph,
              new int[] {0, 1},
              constant(graph, .5),
              config(1e-6, 2, false, RankBy.SCALED),
              work);
      assertRow(rows, 0, 1e-7, 1, 0);
      assertRow(rows, 1, 1e-7, .75, .25);
    }
  }

  /// In the coefficients of G5 node 2 has s = 4, which takes it from second place to fourth.
  @Test
  void entriesAreRankedAfterScalingUnlessAskedOtherwise() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      int[] source = {0};
      SparseRows raw = ForwardPush.rows(g5, source, R, config(1e-8, 2, true, RankBy.RAW), work);
      SparseRows scaled =
          ForwardPush.rows(g5, source, R, config(1e-8, 2, true, RankBy.SCALED), work);
      assertThat(raw.row(0).columns()).containsExactly(0, 2);
      assertThat(scaled.row(0).columns()).containsExactly(0, 1);
      assertThat(raw.weight(0, 0)).isEqualTo(scaled.weight(0, 0));
    }
  }

  /// The stack meets renamed nodes in another order, so both rows are compared to within the error.
  @Test
  void renamingNodesRenamesRows() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.skewed(work, 50, 120, 11);
      int[] names = NamedGraphs.permutation(50, 2);
      CsrGraph renamed = NamedGraphs.renamed(work, graph, names);
      NodeCoefficients r = coefficients(50, 9);
      double[] renamedR = new double[50];
      for (int node = 0; node < 50; node++) {
        renamedR[names[node]] = r.of(node);
      }
      double[] s = DenseWalk.scale(graph, r, true);
      double epsilon = 1e-5;
      ForwardPushConfig config = config(epsilon, 50, true, RankBy.SCALED);
      SparseRows rows = ForwardPush.rows(graph, allNodes(graph), r, config, work);
      SparseRows other =
          ForwardPush.rows(renamed, names, new NodeCoefficients(renamedR), config, work);
      for (int i = 0; i < 50; i++) {
        for (int j = 0; j < 50; j++) {
          double bound = epsilon * graph.selfLoopedDegree(j) * s[i] / s[j];
          assertThat((double) other.weight(i, names[j]))
              .isCloseTo(rows.weight(i, j), within(bound));
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
      ForwardPushConfig config = config(1e-4, 12, true, RankBy.SCALED);
      SparseRows expected = ForwardPush.rows(graph, allNodes(graph), r, config, one);
      SparseRows actual = ForwardPush.rows(graph, allNodes(graph), r, config, many);
      assertThat(actual.offsets()).isEqualTo(expected.offsets());
      assertThat(actual.columns()).isEqualTo(expected.columns());
      assertThat(Arrays.equals(actual.weights(), expected.weights())).isTrue();
      assertThat(actual.account()).isEqualTo(expected.account());
      assertThat(expected.account().pushes()).isPositive();
    }
  }

  @Test
  void badSettingsAreRefusedWithTheirNumbers() {
    assertThatThrownBy(() -> new ForwardPushConfig(0, 1e-4, 32, true, RankBy.SCALED))
        .hasMessage("restartProbability must lie in (0, 1], got 0.0");
    assertThatThrownBy(() -> config(0, 32, true, RankBy.SCALED))
        .hasMessage("epsilon must be positive and finite, got 0.0");
    assertThatThrownBy(() -> config(1, 0, true, RankBy.SCALED))
        .hasMessage("keep must be at least 1, got 0");
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      ForwardPushConfig config = ForwardPushConfig.defaults();
      assertThatThrownBy(() -> ForwardPush.rows(g5, new int[] {0, 7}, R, config, work))
          .hasMessage("source 1 is node 7, in a graph of 5 nodes");
      assertThatThrownBy(
              () ->
                  ForwardPush.rows(
                      g5, new int[] {0}, NodeCoefficients.constant(4, 0), config, work))
          .hasMessage("4 coefficients were given for a graph of 5 nodes");
      assertThatThrownBy(() -> ForwardPush.rows(g5, new int[] {0}, constant(g5, 1e4), config, work))
          .hasMessage("the coefficient 10000.0 of node 0 raises its degree 3.0 to Infinity");
    }
  }
}
