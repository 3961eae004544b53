package io.atp.core.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdjacencyProductTest {
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void everyNodeSumsItsNeighbours() {
    double[] y = new double[5];
    new AdjacencyProduct(NamedGraphs.g5(work), work.workers())
        .apply(new double[] {1, 2, 4, 8, 16}, y);
    assertThat(y).containsExactly(6, 5, 11, 20, 8);
  }

  @Test
  void aHubLargerThanAChunkIsSummedLikeTheOthers() {
    int leaves = 100_003;
    double[] ones = new double[leaves + 1];
    Arrays.fill(ones, 1);
    double[] y = new double[leaves + 1];
    new AdjacencyProduct(NamedGraphs.star(work, leaves), work.workers()).apply(ones, y);
    assertThat(y[0]).isEqualTo(leaves);
    assertThat(y[leaves]).isEqualTo(1);
  }

  @Test
  void floatsAndDoublesGiveTheSameSumsAndTheRowsAreSeenOnce() {
    int n = 20_000;
    CsrGraph graph = NamedGraphs.skewed(work, n, 90_000, 1);
    float[] floats = new float[n];
    double[] doubles = new double[n];
    for (int i = 0; i < n; i++) {
      doubles[i] = floats[i] = (float) StatelessHash.unit(StatelessHash.of(2, i));
    }
    AdjacencyProduct product = new AdjacencyProduct(graph, work.workers());
    double[] fromDoubles = new double[n];
    double[] fromFloats = new double[n];
    double rows = product.applyAndSum(floats, fromFloats, (from, to) -> to - from);
    product.apply(doubles, fromDoubles);
    assertThat(rows).isEqualTo(n);
    assertThat(fromFloats).isEqualTo(fromDoubles);
    for (int i = 0; i < n; i += 97) {
      double expected = 0;
      for (int j : GraphAssert.row(graph, i)) {
        expected += doubles[j];
      }
      assertThat(fromDoubles[i]).isCloseTo(expected, within(1e-10));
    }
  }

  @Test
  void conjugateGradientsSolveWhatTheySayTheySolve() {
    int n = 3000;
    CsrGraph graph = NamedGraphs.skewed(work, n, 9000, 3);
    AdjacencyProduct product = new AdjacencyProduct(graph, work.workers());
    double[] diagonal = new double[n];
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      diagonal[i] = graph.degree(i) + 0.5;
      b[i] = StatelessHash.unit(StatelessHash.of(4, i)) - 0.3;
    }
    double[] x = new double[n];
    Convergence convergence =
        new ConjugateGradients(product, diagonal, 0.9, work.workers()).solve(b, x, 1e-12, 500);
    assertThat(convergence.converged()).isTrue();
    double[] image = new double[n];
    product.apply(x, image);
    for (int i = 0; i < n; i++) {
      assertThat(diagonal[i] * x[i] - 0.9 * image[i]).isCloseTo(b[i], within(1e-9));
    }
  }
}
