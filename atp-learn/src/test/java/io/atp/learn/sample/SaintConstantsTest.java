package io.atp.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.NodeCoefficients;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.PropagationOperator;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SaintConstantsTest {
  private static final int[] ALL = {0, 1, 2, 3, 4};
  private static final List<int[]> FOUR =
      List.of(new int[] {0, 1, 2}, new int[] {2, 3}, new int[] {0, 2, 3}, new int[] {3, 4});

  @Test
  void fourSubgraphsGiveTheFactorsOfTheSpec() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      SaintConstants constants = SaintConstants.of(graph, FOUR);
      assertThat(constants.subgraphs()).isEqualTo(4);
      double[][] factors = {{2, 1}, {1, 1}, {1.5, 3, 1.5}, {1.5, 3}, {1}};
      float[] losses = {.4f, .8f, .266667f, .266667f, .8f};
      for (int node = 0; node < 5; node++) {
        for (int k = 0; k < factors[node].length; k++) {
          assertThat((double) constants.arcFactor(node, graph.offset(node) + k))
              .isCloseTo(factors[node][k], within(1e-6));
        }
        assertThat(constants.lossFactor(node, 5)).isCloseTo(losses[node], within(1e-6f));
      }
      Subgraph part = Subgraph.induced(graph, new int[] {0, 2, 3});
      SubgraphWeightsTest.assertRows(
          SubgraphWeights.SLICE.withoutLoops(
              part, graph, NodeCoefficients.constant(5, 0), constants::arcFactor),
          new double[] {0, .5, 0},
          new double[] {.5, 0, .5},
          new double[] {0, .75, 0});
    }
  }

  @Test
  void whatWasNeverSeenHasFactorsAllTheSame() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      SaintConstants constants = SaintConstants.of(graph, List.of(new int[] {0}, new int[] {1}));
      assertThat(constants.arcFactor(0, graph.findArc(0, 1))).isEqualTo(1e4f);
      assertThat(constants.arcFactor(4, graph.findArc(4, 3))).isEqualTo(0.1f);
      assertThat(constants.lossFactor(4, 2)).isEqualTo(10f);
    }
  }

  @Test
  void aLoopIsNotDivided() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph graph = NamedGraphs.g5(work);
      SaintConstants constants = SaintConstants.of(graph, FOUR);
      Subgraph part = Subgraph.induced(graph, new int[] {3, 4});
      SubgraphWeightsTest.assertRows(
          SubgraphWeights.SLICE.withLoops(part, graph, TestVectors.R, constants::arcFactor),
          new double[] {.333333, 3 * .198201},
          new double[] {.840896, .5});
    }
  }

  /// Over subgraphs that were not counted, what a node hears of its neighbours when it is there is
  /// what it hears in the graph, and the sum of losses is their mean. P̃ with loops.
  @ParameterizedTest
  @MethodSource("io.atp.learn.sample.SaintDrawsTest#samplers")
  void estimatesAreUnbiased(SaintSampler sampler) {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.g5(work);
      var draws = new SaintDraws(graph, ALL, sampler);
      SaintConstants constants =
          SaintConstants.estimate(
              graph, i -> draws.nodes(StatelessHash.of(1, i)), 60_000, work.workers());
      PropagationOperator operator = PropagationOperator.of(graph, TestVectors.R);
      double[] x = {1, -2, 3, 0.5, 4};
      double[] loss = {0.3, 1, 2, 0.1, 0.7};
      double[] heard = new double[5];
      int[] present = new int[5];
      double losses = 0;
      int trials = 30_000;
      for (int trial = 0; trial < trials; trial++) {
        Subgraph part = Subgraph.induced(graph, draws.nodes(StatelessHash.of(2, trial)));
        for (int i = 0; i < part.nodeCount(); i++) {
          int v = part.nodes()[i];
          present[v]++;
          losses += loss[v] * constants.lossFactor(v, 5);
          heard[v] += operator.entry(v, v) * x[v];
          for (int at = part.offsets()[i]; at < part.offsets()[i + 1]; at++) {
            int u = part.nodes()[part.targets()[at]];
            heard[v] += operator.entry(v, u) * constants.arcFactor(v, part.arcs()[at]) * x[u];
          }
        }
      }
      for (int v = 0; v < 5; v++) {
        double exact = 0;
        for (int u = 0; u < 5; u++) {
          exact += operator.entry(v, u) * x[u];
        }
        assertThat(heard[v] / present[v]).as("node %d", v).isCloseTo(exact, within(0.06));
      }
      assertThat(losses / trials).isCloseTo((0.3 + 1 + 2 + 0.1 + 0.7) / 5, within(0.02));
    }
  }

  @Test
  void countingGoesOnUntilNodesHaveBeenMetOftenEnough() {
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = NamedGraphs.g5(work);
      var constants = SaintConstants.estimate(graph, _ -> new int[] {0, 1}, 401, work.workers());
      assertThat(constants.subgraphs()).isEqualTo(400);
    }
  }
}
