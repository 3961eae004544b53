package io.atp.core.correct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.ConnectedComponents;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.InducedSubgraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecondEigenvalueTest {
  @Test
  void g5HasTheSpecifiedValue() {
    try (Workspace work = Workspace.open(1)) {
      assertThat(of(NamedGraphs.g5(work), work)[0]).isCloseTo(.793400, within(5e-7));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 12, 100})
  void aCycleHasACosine(int n) {
    try (Workspace work = Workspace.open(2)) {
      double expected = (1 + 2 * Math.cos(2 * Math.PI / n)) / 3;
      assertThat(of(NamedGraphs.cycle(work, n), work)[0])
          .isCloseTo(Math.abs(expected), within(1e-7));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 40})
  void aCliqueMixesInOneStep(int n) {
    try (Workspace work = Workspace.open(1)) {
      assertThat(of(NamedGraphs.clique(work, n), work)[0]).isCloseTo(0, within(1e-7));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9, 300})
  void theLeavesOfAStarStayWithProbabilityOneHalf(int leaves) {
    try (Workspace work = Workspace.open(1)) {
      assertThat(of(NamedGraphs.star(work, leaves), work)[0]).isCloseTo(.5, within(1e-9));
    }
  }

  /// λ₂ = 1/(a+1), but λ_min = −(a−1)/(a+1) decays more slowly.
  @ParameterizedTest
  @ValueSource(ints = {3, 6, 20})
  void theNegativeEndCountsWhereItIsTheLarger(int a) {
    try (Workspace work = Workspace.open(1)) {
      assertThat(of(NamedGraphs.completeBipartite(work, a, a), work)[0])
          .isCloseTo((a - 1.0) / (a + 1), within(1e-9));
    }
  }

  @Test
  void componentsHaveTheirOwnValues() {
    try (Workspace work = Workspace.open(2)) {
      // G5 on the even names, a star of three leaves on odd ones, node 9 alone.
      CsrGraph graph = NamedGraphs.edges(work, 10, 0, 2, 0, 4, 2, 4, 4, 6, 6, 8, 1, 3, 1, 5, 1, 7);
      double[] found = of(graph, work);
      assertThat(found).hasSize(3);
      assertThat(found[0]).isCloseTo(.793400, within(5e-7));
      assertThat(found[1]).isCloseTo(.5, within(1e-9));
      assertThat(found[2]).isZero();
    }
  }

  /// A component above the size that one thread handles alone, against power iteration.
  @Test
  void aLargeComponentAgreesWithPowerIterationOnAnyThreads() {
    double first = 0;
    for (int threads : new int[] {1, 2, 7}) {
      try (Workspace work = Workspace.open(threads)) {
        CsrGraph graph = twoCommunities(work, 3_000, 40_000);
        assertThat(graph.nodeCount()).isGreaterThan(4_096);
        double found = of(graph, work)[0];
        if (threads == 1) {
          first = found;
          assertThat(found).isCloseTo(powerIteration(graph, 100), within(1e-9));
        }
        assertThat(found).isEqualTo(first);
      }
    }
  }

  /// One edge in fifty crosses, so that λ₂ stands well apart from the rest.
  private static CsrGraph twoCommunities(Workspace work, int half, int edges) {
    int[] ends = new int[2 * edges];
    for (int edge = 0; edge < edges; edge++) {
      int side = edge % 2 * half;
      int other = edge % 50 == 0 ? half - side : side;
      ends[2 * edge] = side + StatelessHash.below(StatelessHash.of(8, edge, 0), half);
      ends[2 * edge + 1] = other + StatelessHash.below(StatelessHash.of(8, edge, 1), half);
    }
    CsrGraph all = NamedGraphs.edges(work, 2 * half, ends);
    return InducedSubgraph.of(all, ConnectedComponents.of(all, work).largest(), work).graph();
  }

  /// A closed form above the size that one thread handles alone: λ_min = 1/(a+1) + 1/(b+1) − 1.
  @Test
  void aLargeLopsidedBipartiteGraphHasItsClosedForm() {
    try (Workspace work = Workspace.open(2)) {
      assertThat(of(NamedGraphs.completeBipartite(work, 3, 5_000), work)[0])
          .isCloseTo(.75 - 1 / 5_001.0, within(1e-9));
    }
  }

  /// The plain twin: ‖P^t x‖ grows like |λ₂|^t for x orthogonal to the steady state.
  private static double powerIteration(CsrGraph graph, int steps) {
    int n = graph.nodeCount();
    double[] x = new double[n];
    Arrays.setAll(x, i -> Math.sin(i));
    double growth = 0;
    for (int step = 0; step < steps; step++) {
      removeSteadyState(graph, x);
      double before = norm(graph, x);
      double[] y = new double[n];
      for (int node = 0; node < n; node++) {
        double sum = x[node];
        for (int neighbour : GraphAssert.row(graph, node)) {
          sum += x[neighbour];
        }
        y[node] = sum / graph.selfLoopedDegree(node);
      }
      growth = norm(graph, y) / before;
      for (int node = 0; node < n; node++) {
        x[node] = y[node] / before;
      }
    }
    return growth;
  }

  private static void removeSteadyState(CsrGraph graph, double[] x) {
    double sum = 0;
    double volume = 0;
    for (int node = 0; node < x.length; node++) {
      sum += graph.selfLoopedDegree(node) * x[node];
      volume += graph.selfLoopedDegree(node);
    }
    for (int node = 0; node < x.length; node++) {
      x[node] -= sum / volume;
    }
  }

  /// The norm in which P is symmetric.
  private static double norm(CsrGraph graph, double[] x) {
    double sum = 0;
    for (int node = 0; node < x.length; node++) {
      sum += graph.selfLoopedDegree(node) * x[node] * x[node];
    }
    return Math.sqrt(sum);
  }

  private static double[] of(CsrGraph graph, Workspace work) {
    return SecondEigenvalue.perComponent(graph, ConnectedComponents.of(graph, work), work).values();
  }
}
