package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.Test;

class LazyPushTest {
  private static double[] byNode(LazyPush.Scores scores, int nodeCount) {
    double[] all = new double[nodeCount];
    for (int i = 0; i < scores.nodes().length; i++) {
      all[scores.nodes()[i]] = scores.scores()[i];
    }
    return all;
  }

  @Test
  void scoresAreExactUpToWhatWasNotPushed() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      double[] fromZero = {.404142, .213665, .261018, .088477, .032698};
      double[] fromFour = {.065396, .065396, .167337, .322001, .379870};
      for (double precision : new double[] {1e-2, 1e-3, 1e-6}) {
        var push = new LazyPush(graph, 0.15, precision);
        assertBetween(push.from(0), fromZero);
        assertBetween(push.from(4), fromFour);
      }
    }
  }

  private static void assertBetween(LazyPush.Scores scores, double[] exact) {
    double[] p = byNode(scores, exact.length);
    for (int node = 0; node < exact.length; node++) {
      assertThat(p[node]).isBetween(exact[node] - scores.residue() - 1e-6, exact[node] + 1e-6);
    }
  }

  @Test
  void nothingIsLost() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.cycle(work, 40);
      var scores = new LazyPush(graph, 0.15, 1e-4).from(7);
      double sum = scores.residue();
      for (double p : scores.scores()) {
        sum += p;
      }
      assertThat(sum).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void theOrderIsThatOfTheSpec() {
    try (Workspace work = Workspace.open(1)) {
      var scores = new LazyPush(NamedGraphs.g5(work), 0.15, 1e-3).from(0);
      assertThat(scores.nodes()).containsExactly(0, 2, 1, 3, 4);
    }
  }

  @Test
  void anIsolatedTargetKeepsAll() {
    try (Workspace work = Workspace.open(1)) {
      var scores = new LazyPush(NamedGraphs.edges(work, 3, 0, 1), 0.15, 1e-3).from(2);
      assertThat(scores.nodes()).containsExactly(2);
      assertThat(scores.scores()).containsExactly(1);
    }
  }

  @Test
  void aGraphOfManyNodesGrowsTheTables() {
    try (Workspace work = Workspace.open(1)) {
      var scores = new LazyPush(NamedGraphs.star(work, 500), 0.15, 1e-7).from(0);
      assertThat(scores.nodes()).hasSize(501);
      assertThat(scores.scores()[1]).isEqualTo(scores.scores()[500]);
    }
  }
}
