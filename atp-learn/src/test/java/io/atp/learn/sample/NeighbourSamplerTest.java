package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeighbourSamplerTest {
  private static List<NeighbourBlock> draw(
      CsrGraph graph, String fanOuts, long seed, int... nodes) {
    return new NeighbourSampler(graph, FanOuts.parse(fanOuts)).draw(nodes, seed);
  }

  private static int[] listed(NeighbourBlock block, int target) {
    return Arrays.stream(block.columns(), block.offsets()[target], block.offsets()[target + 1])
        .map(column -> block.sources()[column])
        .sorted()
        .toArray();
  }

  @Test
  void nodesWithFewNeighboursGetThemAllOnce() {
    try (Workspace work = Workspace.open(1)) {
      List<NeighbourBlock> blocks = draw(NamedGraphs.g5(work), "3-3", 1, 4, 0);
      NeighbourBlock last = blocks.getLast();
      assertThat(last.targetCount()).isEqualTo(2);
      assertThat(listed(last, 0)).containsExactly(3);
      assertThat(listed(last, 1)).containsExactly(1, 2);
      NeighbourBlock first = blocks.getFirst();
      assertThat(first.targetCount()).isEqualTo(last.sources().length);
      assertThat(Arrays.copyOf(first.sources(), first.targetCount())).isEqualTo(last.sources());
      assertThat(first.sources()).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }
  }

  @Test
  void aHubGetsDistinctNeighboursAsManyAsTheFanOut() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 30);
      for (int seed = 0; seed < 50; seed++) {
        int[] chosen = listed(draw(star, "25", seed, 0).getFirst(), 0);
        assertThat(chosen).hasSize(25).doesNotHaveDuplicates().doesNotContain(0);
      }
    }
  }

  @Test
  void everyNeighbourIsChosenEquallyOften() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 12);
      int draws = 6000;
      int[] counts = new int[13];
      for (int seed = 0; seed < draws; seed++) {
        for (int node : listed(draw(star, "5", seed, 0).getFirst(), 0)) {
          counts[node]++;
        }
      }
      double expected = draws * 5 / 12.0;
      double deviation = Math.sqrt(draws * (5 / 12.0) * (7 / 12.0));
      for (int leaf = 1; leaf <= 12; leaf++) {
        assertThat((double) counts[leaf])
            .isBetween(expected - 4 * deviation, expected + 4 * deviation);
      }
    }
  }

  @Test
  void theSeedDecides() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 100);
      assertThat(listed(draw(star, "5", 3, 0).getFirst(), 0))
          .isEqualTo(listed(draw(star, "5", 3, 0).getFirst(), 0))
          .isNotEqualTo(listed(draw(star, "5", 4, 0).getFirst(), 0));
    }
  }

  @Test
  void anIsolatedTargetListensToNobody() {
    try (Workspace work = Workspace.open(1)) {
      NeighbourBlock block = draw(NamedGraphs.edges(work, 3, 0, 1), "2", 0, 2).getFirst();
      assertThat(block.sources()).containsExactly(2);
      assertThat(block.columns()).isEmpty();
      SubgraphWeightsTest.assertRows(block.mean(), new double[] {0});
      SubgraphWeightsTest.assertRows(block.meanWithSelf(), new double[] {1});
    }
  }

  @Test
  void allLeavesNoneOut() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 300);
      assertThat(listed(draw(star, "all", 1, 0).getFirst(), 0)).hasSize(300);
    }
  }

  @Test
  void aFanOutOf0IsRefused() {
    assertThatThrownBy(() -> FanOuts.parse("10-0"))
        .hasMessage("a fan-out must be at least 1, got 0 in '10-0'");
    assertThatThrownBy(() -> FanOuts.parse("ten"))
        .hasMessageContaining("fan-outs are numbers from the targets outwards");
    assertThatThrownBy(() -> FanOuts.parse("10--5")).hasMessageContaining("fan-outs are numbers");
  }
}
