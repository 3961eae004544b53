package io.atp.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GraphCoarseningTest {
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  /// What every coarsening promises.
  private Coarsening check(CsrGraph graph, double ratio) {
    Coarsening coarsening = GraphCoarsening.coarsen(graph, ratio, work);
    GraphAssert.assertGraph(coarsening.graph());
    double[] squares = new double[coarsening.superCount()];
    int[][] between = new int[squares.length][squares.length];
    int next = 0;
    for (int node = 0; node < graph.nodeCount(); node++) {
      int group = coarsening.superOf()[node];
      assertThat(group).isLessThanOrEqualTo(next);
      next += group == next ? 1 : 0;
      squares[group] += coarsening.entries()[node] * coarsening.entries()[node];
      for (long arc = graph.offset(node); arc < graph.offset(node + 1); arc++) {
        between[group][coarsening.superOf()[graph.target(arc)]]++;
      }
    }
    assertThat(next).isEqualTo(squares.length);
    assertThat(squares).containsOnly(new double[] {1}, within(1e-12));
    CsrGraph small = coarsening.graph();
    for (int i = 0; i < squares.length; i++) {
      for (int j = 0; j < squares.length; j++) {
        long arc = small.findArc(i, j);
        if (i != j) {
          assertThat(arc < 0 ? 0 : coarsening.arcWeights()[(int) arc]).isEqualTo(between[i][j]);
        }
      }
    }
    return coarsening;
  }

  @Test
  void keepingAllNodesKeepsTheGraph() {
    CsrGraph graph = NamedGraphs.skewed(work, 60, 150, 3);
    Coarsening whole = check(graph, 1);
    assertThat(whole.superCount()).isEqualTo(60);
    assertThat(whole.graph().arcCount()).isEqualTo(graph.arcCount());
    assertThat(whole.entries()).containsOnly(1);
  }

  @Test
  void aConnectedGraphComesOutAtTheRatio() {
    assertThat(check(NamedGraphs.cycle(work, 200), 0.5).superCount()).isEqualTo(100);
    assertThat(check(NamedGraphs.path(work, 200), 0.3).superCount()).isBetween(60, 64);
  }

  @Test
  void twoCliquesAndABridgeBecomeTwoNodes() {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int clique = 0; clique < 2; clique++) {
      for (int i = 0; i < 12; i++) {
        for (int j = 0; j < i; j++) {
          arcs.add(2 * i + clique, 2 * j + clique);
        }
      }
    }
    arcs.add(0, 1);
    CsrGraph graph = GraphBuilder.undirected(24, work).add(arcs).build().graph();
    Coarsening coarsening = check(graph, 0.05);
    assertThat(coarsening.superCount()).isEqualTo(2);
    assertThat(coarsening.superOf()[22]).isEqualTo(coarsening.superOf()[0]);
    assertThat(coarsening.entries()).containsOnly(new double[] {1 / Math.sqrt(12)}, within(1e-15));
    assertThat(coarsening.arcWeights()).containsExactly(1, 1);
  }

  @Test
  void smallComponentsStayAsTheyAre() {
    CsrGraph graph = NamedGraphs.edges(work, 8, 0, 1, 1, 2, 5, 6);
    assertThat(check(graph, 0.1).superOf()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void theResultDoesNotDependOnTheThreads() {
    CsrGraph graph = NamedGraphs.skewed(work, 300, 900, 5);
    Coarsening two = check(graph, 0.4);
    assertThat(two.converged()).isTrue();
    for (int threads : new int[] {1, 7}) {
      try (Workspace other = Workspace.open(threads)) {
        Coarsening same = GraphCoarsening.coarsen(graph, 0.4, other);
        assertThat(same.superOf()).isEqualTo(two.superOf());
        assertThat(same.entries()).isEqualTo(two.entries());
      }
    }
  }

  /// λ_k = 2 − 2cos(πk/n) on a path, with the cosines as vectors.
  @Test
  void thePathsSmoothVectorsAreCosines() {
    int n = 30;
    WeightedGraph path = WeightedGraph.of(NamedGraphs.path(work, n), work.workers());
    SmoothBasis basis = SmoothBasis.of(path, 3, work.workers());
    assertThat(basis.converged()).isTrue();
    for (int k = 1; k <= 3; k++) {
      double scale = Math.sqrt(2.0 / n / (2 - 2 * Math.cos(Math.PI * k / n)));
      double sign = Math.signum(basis.values()[k - 1]);
      for (int i = 0; i < n; i++) {
        assertThat(sign * basis.values()[i * 3 + k - 1])
            .isCloseTo(scale * Math.cos(Math.PI * k * (i + 0.5) / n), within(2e-3));
      }
    }
  }

  /// The definition with whole matrices, on a neighbourhood with edges inside and outside.
  @Test
  void localVariationIsTheDefinition() {
    WeightedGraph graph = WeightedGraph.of(NamedGraphs.skewed(work, 40, 120, 8), work.workers());
    SmoothBasis basis = SmoothBasis.of(graph, 4, work.workers());
    int[] set = {0, 3, 5, 9, 1};
    double[][] l = new double[5][5];
    double[][] b = new double[5][4];
    double[] degrees = SmoothBasis.degrees(graph);
    for (int p = 0; p < 5; p++) {
      l[p][p] += 2 * degrees[set[p]];
      for (int arc = graph.offsets()[set[p]]; arc < graph.offsets()[set[p] + 1]; arc++) {
        for (int q = 0; q < 5; q++) {
          if (graph.targets()[arc] == set[q]) {
            l[p][q]--;
            l[p][p]--;
          }
        }
      }
      for (int k = 0; k < 4; k++) {
        double mean = 0;
        for (int node : set) {
          mean += basis.values()[node * 4 + k] / 5;
        }
        b[p][k] = basis.values()[set[p] * 4 + k] - mean;
      }
    }
    double squares = 0;
    for (int k = 0; k < 4; k++) {
      for (int m = 0; m < 4; m++) {
        double entry = 0;
        for (int p = 0; p < 5; p++) {
          for (int q = 0; q < 5; q++) {
            entry += b[p][k] * l[p][q] * b[q][m];
          }
        }
        squares += entry * entry;
      }
    }
    LocalVariation variation = new LocalVariation(graph, degrees, basis);
    assertThat(variation.of(set, 5)).isCloseTo(Math.sqrt(squares) / 4, within(1e-12));
    assertThat(variation.of(Arrays.copyOf(set, 9), 5))
        .isCloseTo(Math.sqrt(squares) / 4, within(1e-12));
  }

  @Test
  void orthogonalVectorsHaveUnitEnergyAfterMerging() {
    WeightedGraph cycle = WeightedGraph.of(NamedGraphs.cycle(work, 24), work.workers());
    int[] coarseOf = new int[24];
    Arrays.setAll(coarseOf, i -> i / 2);
    WeightedGraph coarse = cycle.merged(coarseOf, 12);
    SmoothBasis basis =
        SmoothBasis.of(cycle, 4, work.workers()).merged(coarseOf, 12).orthogonal(coarse);
    double[] degrees = SmoothBasis.degrees(coarse);
    for (int k = 0; k < 4; k++) {
      for (int m = 0; m < 4; m++) {
        double energy = 0;
        for (int i = 0; i < 12; i++) {
          double image = degrees[i] * basis.values()[i * 4 + m];
          for (int arc = coarse.offsets()[i]; arc < coarse.offsets()[i + 1]; arc++) {
            image -= coarse.weights()[arc] * basis.values()[coarse.targets()[arc] * 4 + m];
          }
          energy += basis.values()[i * 4 + k] * image;
        }
        assertThat(energy).isCloseTo(k == m ? 1 : 0, within(1e-9));
      }
    }
  }

  @Test
  void badRatiosAndDirectedGraphsAreRefused() {
    CsrGraph g5 = NamedGraphs.g5(work);
    assertThatThrownBy(() -> GraphCoarsening.coarsen(g5, 1.5, work))
        .hasMessage("ratio must lie in [0, 1], got 1.5");
    CsrGraph arrow = NamedGraphs.directed(work, 2, 0, 1).graph();
    assertThatThrownBy(() -> GraphCoarsening.coarsen(arrow, 0.5, work))
        .hasMessageStartingWith("a directed graph cannot be coarsened");
  }
}
