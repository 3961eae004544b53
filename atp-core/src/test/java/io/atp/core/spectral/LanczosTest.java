package io.atp.core.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LanczosTest {
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 60})
  void thePathHasItsCosines(int n) {
    CsrGraph path = NamedGraphs.path(work, n);
    EigenPair pair = adjacency(path, random(n, 1), List.of());
    assertThat(pair.convergence().converged()).isTrue();
    assertThat(pair.value()).isCloseTo(2 * Math.cos(Math.PI / (n + 1)), within(1e-9));
    double[] sines = new double[n];
    Arrays.setAll(sines, i -> Math.sqrt(2.0 / (n + 1)) * Math.sin(Math.PI * (i + 1.0) / (n + 1)));
    assertThat(pair.vector()).containsExactly(sines, within(1e-6));
  }

  @Test
  void theLargestIsLargestInSignNotInSize() {
    // Complete bipartite: eigenvalues ±√12 and zeros; minus the matrix has the same ones.
    CsrGraph graph = NamedGraphs.completeBipartite(work, 3, 4);
    assertThat(adjacency(graph, random(7, 2), List.of()).value())
        .isCloseTo(Math.sqrt(12), within(1e-9));
    // The clique has 4, −1, −1, −1, −1: minus it has the largest 1.
    LinearMap product = new AdjacencyProduct(NamedGraphs.clique(work, 5), work.workers());
    LinearMap minus =
        (in, out) -> {
          product.apply(in, out);
          Arrays.setAll(out, i -> -out[i]);
        };
    assertThat(largest(minus, random(5, 3), List.of()).value()).isCloseTo(1, within(1e-9));
  }

  @Test
  void g5HasTheEigenvaluesOfTheSpecification() {
    CsrGraph graph = NamedGraphs.g5(work);
    LinearMap symmetric = selfLoopedSymmetric(graph);
    EigenPair first = largest(symmetric, random(5, 4), List.of());
    assertThat(first.value()).isCloseTo(1, within(1e-9));
    double[] known = new double[5]; // ∝ √d̂, deliberately not of unit length
    Arrays.setAll(known, i -> 7 * Math.sqrt(graph.selfLoopedDegree(i)));
    EigenPair second = largest(symmetric, random(5, 4), List.of(known));
    assertThat(second.value()).isCloseTo(0.793400, within(1e-6));
    EigenPair third = largest(symmetric, random(5, 4), List.of(known, second.vector()));
    assertThat(third.value()).isCloseTo(1.0 / 6, within(1e-6));
  }

  @Test
  void aCliqueHasNothingLeftButZero() {
    LinearMap symmetric = selfLoopedSymmetric(NamedGraphs.clique(work, 9));
    double[] ones = new double[9];
    Arrays.fill(ones, 1);
    EigenPair second = largest(symmetric, random(9, 5), List.of(ones));
    assertThat(second.convergence().converged()).isTrue();
    assertThat(second.value()).isCloseTo(0, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void deflationFindsTheNextEigenvaluesOfASkewedGraph(long seed) {
    CsrGraph graph = NamedGraphs.skewed(work, 60, 240, seed);
    double[][] dense = new double[60][60];
    for (int i = 0; i < 60; i++) {
      for (int target : GraphAssert.row(graph, i)) {
        dense[i][target] = 1;
      }
    }
    double[] expected = SmallEigen.of(dense, 60).values();
    EigenPair first = adjacency(graph, random(60, seed), List.of());
    EigenPair second = adjacency(graph, random(60, seed), List.of(first.vector()));
    assertThat(first.value()).isCloseTo(expected[0], within(1e-8));
    assertThat(second.value()).isCloseTo(expected[1], within(1e-8));
  }

  @Test
  void theReportedResidualIsTheTrueOne() {
    CsrGraph graph = NamedGraphs.skewed(work, 300, 900, 21);
    var product = new AdjacencyProduct(graph, work.workers());
    for (int iterations : new int[] {3, 10, 25}) {
      EigenPair pair =
          Lanczos.largest(
              product, 300, random(300, 6), List.of(), 1e-15, iterations, work.workers());
      double[] image = new double[300];
      product.apply(pair.vector(), image);
      double squares = 0;
      for (int i = 0; i < 300; i++) {
        squares += Math.pow(image[i] - pair.value() * pair.vector()[i], 2);
      }
      assertThat(pair.convergence().iterations()).isEqualTo(iterations);
      assertThat(pair.convergence().converged()).isFalse();
      assertThat(pair.convergence().residual())
          .isCloseTo(Math.sqrt(squares) / pair.value(), within(1e-12));
    }
  }

  @Test
  void aStartInsideTheDeflatedSpaceIsRefused() {
    double[] ones = {1, 1, 1};
    assertThatThrownBy(() -> adjacency(NamedGraphs.cycle(work, 3), ones, List.of(ones)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 deflated");
  }

  @Test
  void threadsDoNotChangeABit() {
    EigenPair[] pairs = new EigenPair[3];
    int[] threads = {1, 2, 7};
    for (int t = 0; t < 3; t++) {
      try (Workspace other = Workspace.open(threads[t])) {
        CsrGraph graph = NamedGraphs.skewed(other, 20_000, 60_000, 8);
        var product = new AdjacencyProduct(graph, other.workers());
        pairs[t] =
            Lanczos.largest(
                product, 20_000, random(20_000, 1), List.of(), 1e-8, 60, other.workers());
      }
    }
    assertThat(pairs[1].vector()).isEqualTo(pairs[0].vector());
    assertThat(pairs[2].vector()).isEqualTo(pairs[0].vector());
    assertThat(pairs[2].value()).isEqualTo(pairs[0].value());
  }

  private EigenPair adjacency(CsrGraph graph, double[] start, List<double[]> deflated) {
    return largest(new AdjacencyProduct(graph, work.workers()), start, deflated);
  }

  private EigenPair largest(LinearMap map, double[] start, List<double[]> deflated) {
    return Lanczos.largest(map, start.length, start, deflated, 1e-10, 1000, work.workers());
  }

  private static double[] random(int n, long seed) {
    double[] values = new double[n];
    Arrays.setAll(values, i -> 0.5 + StatelessHash.unit(StatelessHash.of(seed, i)));
    return values;
  }

  /// D̂^−½ Â D̂^−½.
  private LinearMap selfLoopedSymmetric(CsrGraph graph) {
    return (in, out) -> {
      for (int i = 0; i < graph.nodeCount(); i++) {
        double sum = in[i] / Math.sqrt(graph.selfLoopedDegree(i));
        for (int target : GraphAssert.row(graph, i)) {
          sum += in[target] / Math.sqrt(graph.selfLoopedDegree(target));
        }
        out[i] = sum / Math.sqrt(graph.selfLoopedDegree(i));
      }
    };
  }
}
