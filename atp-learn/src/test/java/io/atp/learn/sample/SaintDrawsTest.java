package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SaintDrawsTest {
  private static final int[] ALL = {0, 1, 2, 3, 4};
  private static final int DRAWS = 20_000;

  static Stream<SaintSampler> samplers() {
    return Stream.of(
        new SaintSampler.Node(3),
        new SaintSampler.Edge(2),
        new SaintSampler.Walk(2, 2),
        new SaintSampler.Frontier(4, 2));
  }

  private static void assertShare(int count, double share) {
    double deviation = Math.sqrt(DRAWS * share * (1 - share));
    assertThat((double) count)
        .isBetween(DRAWS * share - 4 * deviation, DRAWS * share + 4 * deviation);
  }

  @Test
  void nodesAreDrawnByDegree() {
    try (Workspace work = Workspace.open(1)) {
      var draws = new SaintDraws(NamedGraphs.g5(work), ALL, new SaintSampler.Node(1));
      int[] counts = new int[5];
      for (int seed = 0; seed < DRAWS; seed++) {
        counts[draws.nodes(seed)[0]]++;
      }
      double[] shares = {.2, .2, .3, .2, .1};
      for (int node = 0; node < 5; node++) {
        assertShare(counts[node], shares[node]);
      }
    }
  }

  @Test
  void edgesAreDrawnByTheirEnds() {
    try (Workspace work = Workspace.open(1)) {
      var draws = new SaintDraws(NamedGraphs.g5(work), ALL, new SaintSampler.Edge(1));
      int[][] counts = new int[5][5];
      for (int seed = 0; seed < DRAWS; seed++) {
        int[] ends = draws.nodes(seed);
        counts[ends[0]][ends[1]]++;
      }
      assertShare(counts[0][1], .2);
      assertShare(counts[0][2], .166667);
      assertShare(counts[1][2], .166667);
      assertShare(counts[2][3], .166667);
      assertShare(counts[3][4], .3);
    }
  }

  @Test
  void aWalkStepsToUniformNeighbours() {
    try (Workspace work = Workspace.open(1)) {
      int[] root = {3};
      var draws = new SaintDraws(NamedGraphs.g5(work), root, new SaintSampler.Walk(1, 1));
      int towardsTwo = 0;
      for (int seed = 0; seed < DRAWS; seed++) {
        int[] nodes = draws.nodes(seed);
        assertThat(nodes).hasSize(2).contains(3);
        towardsTwo += nodes[0] == 2 ? 1 : 0;
      }
      assertShare(towardsTwo, 0.5);
    }
  }

  /// From {2, 4} the first step leaves 2 with probability 3/4, for one of three neighbours.
  @Test
  void aFrontierMovesItsBusiestNodeMostOften() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      var draws = new SaintDraws(graph, new int[] {2, 4}, new SaintSampler.Frontier(3, 2));
      int both = 0;
      int left = 0;
      for (int seed = 0; seed < 4 * DRAWS && both < DRAWS; seed++) {
        int[] nodes = draws.nodes(seed);
        boolean started =
            StatelessHash.below(StatelessHash.of(seed, 0), 2)
                != StatelessHash.below(StatelessHash.of(seed, 1), 2);
        if (started) {
          both++;
          left += nodes[0] < 2 ? 1 : 0; // 2 moved to 0 or 1, and not to 3, where 4 may go too
        }
      }
      assertThat(both).isEqualTo(DRAWS);
      assertShare(left, 0.75 * 2 / 3);
    }
  }

  @ParameterizedTest
  @MethodSource("samplers")
  void theSeedDecides(SaintSampler sampler) {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.cycle(work, 50);
      int[] nodes = {1, 7, 20, 33};
      var draws = new SaintDraws(graph, nodes, sampler);
      assertThat(draws.nodes(5)).isEqualTo(new SaintDraws(graph, nodes, sampler).nodes(5));
      assertThat(draws.nodes(5)).isNotEqualTo(draws.nodes(6)).isSorted().doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @MethodSource("samplers")
  void aGraphWithoutArcsGivesTrainingNodes(SaintSampler sampler) {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 6);
      var draws = new SaintDraws(graph, new int[] {2, 5}, sampler);
      for (int seed = 0; seed < 20; seed++) {
        assertThat(draws.nodes(seed)).isNotEmpty().containsAnyOf(2, 5).doesNotContain(0, 1, 3, 4);
      }
    }
  }

  @Test
  void aWalkFromANodeWithoutNeighboursStaysThere() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.edges(work, 4, 0, 1, 1, 2);
      var draws = new SaintDraws(graph, new int[] {3}, new SaintSampler.Walk(3, 4));
      assertThat(draws.nodes(1)).containsExactly(3);
    }
  }

  @Test
  void budgetsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new SaintSampler.Node(0))
        .hasMessage("budget must be at least 1, got 0");
    assertThatThrownBy(() -> new SaintSampler.Frontier(5, 6))
        .hasMessage("a frontier of 6 nodes does not fit a budget of 5");
  }

  @Test
  void prefixSumsFindThePlaceOfEveryShare() {
    PrefixSums sums = new PrefixSums(5);
    int[] amounts = {3, 0, 1, 4, 2};
    for (int i = 0; i < 5; i++) {
      sums.add(i, 10);
      sums.add(i, amounts[i] - 10);
    }
    assertThat(sums.total()).isEqualTo(10);
    int below = 0;
    for (int i = 0; i < 5; i++) {
      for (int k = 0; k < amounts[i]; k++) {
        assertThat(sums.place(below++)).isEqualTo(i);
      }
    }
  }
}
