package io.atp.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DivisionTest {
  private static final int PARTS = 5;

  private static WeightedGraph skewed(Workspace work) {
    CsrGraph graph = NamedGraphs.skewed(work, 60, 300, 1);
    return WeightedGraph.of(graph, work.workers());
  }

  private static long[] limits(long limit) {
    long[] limits = new long[PARTS];
    Arrays.fill(limits, limit);
    return limits;
  }

  /// After any moves the division is what one built afresh from the same parts would be.
  @Test
  void tiesFollowEveryMove() {
    try (Workspace work = Workspace.open(1)) {
      WeightedGraph graph = skewed(work);
      int[] part = new int[60];
      Division division = new Division(graph, part, limits(60));
      for (int move = 0; move < 400; move++) {
        division.move(
            StatelessHash.below(StatelessHash.of(1, move), 60),
            StatelessHash.below(StatelessHash.of(2, move), PARTS));
        if (move % 40 == 0) {
          Division fresh = new Division(graph, part.clone(), limits(60));
          assertThat(division.cut()).isEqualTo(fresh.cut()).isEqualTo(graph.cut(part));
          for (int node = 0; node < 60; node++) {
            assertThat(division.onBoundary(node)).isEqualTo(fresh.onBoundary(node));
            for (int p = 0; p < PARTS; p++) {
              assertThat(division.tie(node, p)).isEqualTo(fresh.tie(node, p));
              assertThat(division.weight(p)).isEqualTo(fresh.weight(p));
              assertThat(division.size(p)).isEqualTo(fresh.size(p));
            }
          }
        }
      }
    }
  }

  @Test
  void refinementLowersTheCutAndKeepsTheLimits() {
    try (Workspace work = Workspace.open(1)) {
      WeightedGraph graph = skewed(work);
      int[] part = new int[60];
      Arrays.setAll(part, node -> node % PARTS);
      Division division = new Division(graph, part, limits(14));
      long before = division.cut();
      Refinement.refine(division, 8, 30);
      assertThat(division.cut()).isLessThan(before).isEqualTo(graph.cut(part));
      assertThat(division.excess()).isZero();
    }
  }

  @Test
  void balanceEmptiesWhatIsTooFullAndFillsWhatIsEmpty() {
    try (Workspace work = Workspace.open(1)) {
      int[] part = new int[60];
      Division division = new Division(skewed(work), part, limits(12));
      assertThat(division.excess()).isEqualTo(48);
      Balance.restore(division);
      for (int p = 0; p < PARTS; p++) {
        assertThat(division.size(p)).isEqualTo(12);
      }
      Arrays.fill(part, 0);
      Division roomy = new Division(skewed(work), part, limits(60));
      Balance.restore(roomy);
      assertThat(Arrays.stream(part).distinct().count()).isEqualTo(PARTS);
    }
  }

  @Test
  void theQueueGivesTheLargestGainFirst() {
    MoveQueue queue = new MoveQueue(100);
    int[] gains = new int[100];
    for (int node = 0; node < 100; node++) {
      queue.put(node, gains[node] = StatelessHash.below(StatelessHash.of(3, node), 50));
    }
    queue.put(7, gains[7] = 99);
    queue.put(8, gains[8] = -1);
    queue.raise(9, 100, 0);
    gains[9] += 100;
    int previous = Integer.MAX_VALUE;
    for (int i = 0; i < 100; i++) {
      int node = queue.pop();
      assertThat(gains[node]).isLessThanOrEqualTo(previous);
      previous = gains[node];
    }
    assertThat(queue.isEmpty()).isTrue();
    queue.shutOut(5);
    queue.raise(5, 1, 1);
    assertThat(queue.isEmpty()).isTrue();
  }
}
