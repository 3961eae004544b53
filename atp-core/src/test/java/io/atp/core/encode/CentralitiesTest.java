package io.atp.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.graph.ArcBuffer;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphBuilder;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.core.spectral.EigenPair;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Degree, eigenvector, PageRank and Katz: closed forms, slow twins, and the edges of their
/// domains.
class CentralitiesTest {
  private static final double ALPHA = PageRank.DAMPING;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void degreeIsTheShareOfAllOthers() {
    assertThat(DegreeCentrality.of(NamedGraphs.g5(work), work.workers()))
        .containsExactly(0.5, 0.5, 0.75, 0.5, 0.25);
    assertThat(DegreeCentrality.of(NamedGraphs.path(work, 1), work.workers())).containsExactly(0);
    assertThat(DegreeCentrality.of(NamedGraphs.path(work, 2), work.workers())).containsOnly(1);
    assertThat(DegreeCentrality.of(NamedGraphs.path(work, 0), work.workers())).isEmpty();
  }

  @Test
  void clusteringIsOneInACliqueAndAThirdWhereATailHangsOnATriangle() {
    assertThat(clustering(NamedGraphs.clique(work, 6))).containsOnly(1);
    assertThat(clustering(NamedGraphs.star(work, 6))).containsOnly(0);
    assertThat(clustering(NamedGraphs.g5(work))).containsExactly(1, 1, 1.0 / 3, 0, 0);
  }

  @Test
  void clusteringOfASymmetricGraphIsTheSameReadAsDirected() {
    CsrGraph graph = NamedGraphs.skewed(work, 90, 600, 1);
    CsrGraph directed = CsrGraph.of(graph.offsets(), graph.targets(), false);
    assertThat(clustering(directed)).isEqualTo(clustering(graph));
  }

  @Test
  void aStarKnowsItsHub() {
    int leaves = 16;
    CsrGraph star = NamedGraphs.star(work, leaves);
    EigenPair pair = eigenvector(star);
    assertThat(pair.value()).isCloseTo(4, within(1e-10));
    assertHubAndLeaves(pair.vector(), Math.sqrt(0.5), Math.sqrt(0.5 / leaves));

    double base = (1 - ALPHA) / (leaves + 1);
    double hub = base * (1 + ALPHA * leaves) / (1 - ALPHA * ALPHA);
    assertHubAndLeaves(pageRank(star), hub, base + ALPHA * hub / leaves);

    double decay = 0.9 / 4;
    double hubWalks = (1 + decay * leaves) / (1 - decay * decay * leaves);
    double leafWalks = 1 + decay * hubWalks;
    double length = Math.sqrt(hubWalks * hubWalks + leaves * leafWalks * leafWalks);
    assertHubAndLeaves(katz(star), hubWalks / length, leafWalks / length);
  }

  private static void assertHubAndLeaves(double[] values, double hub, double leaf) {
    assertThat(values[0]).isCloseTo(hub, within(1e-9));
    for (int node = 1; node < values.length; node++) {
      assertThat(values[node]).isCloseTo(leaf, within(1e-9));
    }
  }

  @Test
  void allNodesOfACycleOrACliqueAreAlike() {
    for (CsrGraph graph :
        new CsrGraph[] {
          NamedGraphs.cycle(work, 12), NamedGraphs.cycle(work, 13), NamedGraphs.clique(work, 7)
        }) {
      int n = graph.nodeCount();
      assertAll(eigenvector(graph).vector(), 1 / Math.sqrt(n));
      assertAll(pageRank(graph), 1.0 / n);
      assertAll(katz(graph), 1 / Math.sqrt(n));
    }
  }

  @Test
  void theEigenvectorOfABipartiteGraphSettles() {
    EigenPair pair = eigenvector(NamedGraphs.completeBipartite(work, 3, 12));
    assertThat(pair.convergence().converged()).isTrue();
    assertThat(pair.value()).isCloseTo(6, within(1e-9));
    assertAll(Arrays.copyOf(pair.vector(), 3), Math.sqrt(1.0 / 6));
    assertAll(Arrays.copyOfRange(pair.vector(), 3, 15), Math.sqrt(1.0 / 24));
  }

  @Test
  void theSmallerOfTwoCliquesGetsNothing() {
    CsrGraph graph = cliques(5, 3, 1);
    EigenPair pair = eigenvector(graph);
    assertThat(pair.value()).isCloseTo(4, within(1e-9));
    assertAll(Arrays.copyOf(pair.vector(), 5), Math.sqrt(0.2));
    assertAll(Arrays.copyOfRange(pair.vector(), 5, 9), 0);
  }

  @Test
  void equalCliquesShareTheEigenvector() {
    assertAll(eigenvector(cliques(4, 4)).vector(), Math.sqrt(1.0 / 8));
    double[] withIsolated = eigenvector(cliques(4, 4, 1)).vector();
    assertAll(Arrays.copyOf(withIsolated, 8), Math.sqrt(1.0 / 8));
    assertThat(withIsolated[8]).isCloseTo(0, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void withoutArcsAllNodesAreAlike(int n) {
    for (boolean symmetric : new boolean[] {true, false}) {
      CsrGraph graph =
          (symmetric ? GraphBuilder.undirected(n, work) : GraphBuilder.directed(n, work))
              .build()
              .graph();
      EigenPair pair = eigenvector(graph);
      assertThat(pair.convergence().converged()).isTrue();
      assertThat(pair.value()).isZero();
      assertAll(pair.vector(), 1 / Math.sqrt(n));
      assertAll(pageRank(graph), 1.0 / n);
      assertAll(katz(graph), 1 / Math.sqrt(n));
    }
  }

  @Test
  void noNodesGiveNoValues() {
    CsrGraph graph = NamedGraphs.path(work, 0);
    assertThat(eigenvector(graph).vector()).isEmpty();
    assertThat(pageRank(graph)).isEmpty();
    assertThat(katz(graph)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void skewedGraphsAgreeWithTheDenseTwins(long seed) {
    CsrGraph graph = NamedGraphs.skewed(work, 90, 150, seed); // with isolated nodes
    double[][] a = Dense.adjacency(graph);
    EigenPair pair = eigenvector(graph);
    assertClose(pair.vector(), Dense.leadingVector(a, 1), 1e-8);
    assertThat(pageRank(graph)).isNotEqualTo(new double[90]);
    assertClose(pageRank(graph), Dense.pageRank(a, ALPHA), 1e-11);
    assertClose(katz(graph), denseKatz(a, pair.value()), 1e-8);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void directedGraphsAgreeWithTheDenseTwins(long seed) {
    ArcBuffer arcs = new ArcBuffer(work);
    for (int i = 0; i < 70; i++) {
      arcs.add(i, (i + 1) % 70); // strongly connected, so the leading vector is one of a kind
      for (int k = 0; k < 4 * (i % 3); k++) {
        arcs.add(i, StatelessHash.below(StatelessHash.of(seed, i, k), 70));
      }
    }
    CsrGraph graph = GraphBuilder.directed(70, work).add(arcs).build().graph();
    double[][] a = Dense.adjacency(graph);
    EigenPair pair = eigenvector(graph);
    assertThat(pair.convergence().converged()).isTrue();
    assertClose(pair.vector(), Dense.leadingVector(a, 1), 1e-8);
    assertClose(pageRank(graph), Dense.pageRank(a, ALPHA), 1e-10);
    assertClose(katz(graph), denseKatz(a, pair.value()), 1e-8);
  }

  @Test
  void aDirectedWalkThatEndsStartsAnywhereAgain() {
    ArcBuffer arcs = new ArcBuffer(work); // 0 → 1 → 2 and 3 → 1: node 2 has no way on
    arcs.add(0, 1);
    arcs.add(1, 2);
    arcs.add(3, 1);
    CsrGraph graph = GraphBuilder.directed(4, work).add(arcs).build().graph();
    double[] p = pageRank(graph);
    assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-10));
    assertClose(p, Dense.pageRank(Dense.adjacency(graph), ALPHA), 1e-10);
  }

  @Test
  void whatDidNotConvergeSaysSo() {
    CsrGraph graph = NamedGraphs.path(work, 400);
    EigenPair pair = EigenvectorCentrality.of(graph, 1e-12, 5, work.workers());
    assertThat(pair.convergence().converged()).isFalse();
    assertThat(pair.convergence().residual()).isGreaterThan(1e-6);
    assertThat(PageRank.of(graph, 1e-12, 3, work).convergence().converged()).isFalse();
    assertThat(KatzCentrality.of(graph, 1e-12, 5, work.workers()).convergence().converged())
        .isFalse();
  }

  @Test
  void theEigenvectorsResidualIsTrue() {
    CsrGraph graph = NamedGraphs.skewed(work, 500, 2000, 8);
    EigenPair pair = EigenvectorCentrality.of(graph, 1e-5, 1000, work.workers());
    double[] image = Dense.times(Dense.adjacency(graph), pair.vector());
    double squares = 0;
    for (int i = 0; i < image.length; i++) {
      squares += Math.pow(image[i] - pair.value() * pair.vector()[i], 2);
    }
    assertThat(Math.sqrt(squares) / pair.value())
        .isCloseTo(pair.convergence().residual(), within(1e-12))
        .isLessThan(1e-4);
  }

  private static double[] denseKatz(double[][] a, double largest) {
    double[][] system = new double[a.length][a.length];
    double[] ones = new double[a.length];
    Arrays.fill(ones, 1);
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        system[i][j] = (i == j ? 1 : 0) - 0.9 / largest * a[i][j];
      }
    }
    return Dense.unit(Dense.solve(system, ones));
  }

  private CsrGraph cliques(int... sizes) {
    ArcBuffer arcs = new ArcBuffer(work);
    int first = 0;
    for (int size : sizes) {
      for (int i = first; i < first + size; i++) {
        for (int j = first; j < i; j++) {
          arcs.add(i, j);
        }
      }
      first += size;
    }
    return GraphBuilder.undirected(first, work).add(arcs).build().graph();
  }

  private static void assertAll(double[] values, double expected) {
    for (double value : values) {
      assertThat(value).isCloseTo(expected, within(1e-9));
    }
  }

  private static void assertClose(double[] actual, double[] expected, double tolerance) {
    assertThat(actual).containsExactly(expected, within(tolerance));
  }

  private double[] clustering(CsrGraph graph) {
    return ClusteringCoefficient.of(graph, work);
  }

  private EigenPair eigenvector(CsrGraph graph) {
    return EigenvectorCentrality.of(graph, 1e-12, 2000, work.workers());
  }

  private double[] pageRank(CsrGraph graph) {
    return PageRank.of(graph, 1e-12, 2000, work).values();
  }

  private double[] katz(CsrGraph graph) {
    return KatzCentrality.of(graph, 1e-12, 2000, work.workers()).values();
  }
}
