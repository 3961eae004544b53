package io.atp.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.atp.core.graph.CsrGraph;
import io.atp.core.runtime.Workspace;
import io.atp.core.spectral.AdjacencyProduct;
import io.atp.core.spectral.EigenPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Published numbers of real graphs: what the authors computed with NetworkX, what SNAP counts.
class RealGraphsTest {
  private static final Path DATA = Path.of(System.getProperty("atp.data", "absent"));

  /// All four published vectors, by the rule their iterations were stopped with.
  @Test
  void coraHasThePublishedCentralitiesWhenStoppedLikeNetworkX() throws IOException {
    Path cora = DATA.resolve("cora");
    assumeTrue(Files.isDirectory(cora), "skipped: no Cora under " + DATA);
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = PlainFiles.npzGraph(cora.resolve("cora.plain.npz"), work);
      EncodingConfig defaults = EncodingConfig.defaults();
      EncodingConfig likeNetworkX =
          new EncodingConfig(
              defaults.weights(),
              defaults.profile(),
              defaults.coefficientScale(),
              defaults.clustering(),
              EncodingConfig.Stop.NETWORKX,
              defaults.tolerance(),
              defaults.maxIterations());
      Encodings encodings =
          LocalNodeContext.describe(graph, likeNetworkX, EnumSet.allOf(Encoding.class), work);
      Path published = cora.resolve("centralities");
      assertSame(encodings.degree(), published.resolve("degree_centrality.npy"));
      assertSame(encodings.clustering(), published.resolve("clustering_coefficients.npy"));
      assertSame(encodings.eigenvector(), published.resolve("Engienvector_centrality.npy"));
      assertSame(encodings.pageRank(), published.resolve("pagerank.npy"));
    }
  }

  /// The published vector is NetworkX's power iteration, stopped where the values change by less
  /// than 1e-6 a node: its residual is 1.6e-4, and it lies up to 4.3e-4 from the eigenvector. Ours
  /// has to be the eigenvector; theirs has to come out of the same product by their rule, and to
  /// lie as far from ours as its residual allows: `‖u − p‖ ≤ ‖Ap − λp‖ / (λ₁ − λ₂)`, with λ₂ =
  /// 11.6385.
  @Test
  void corasPublishedEigenvectorIsOursStoppedEarly() throws IOException {
    Path cora = DATA.resolve("cora");
    assumeTrue(Files.isDirectory(cora), "skipped: no Cora under " + DATA);
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = PlainFiles.npzGraph(cora.resolve("cora.plain.npz"), work);
      EigenPair ours = EigenvectorCentrality.of(graph, 1e-10, 1000, work.workers());
      assertThat(ours.convergence().converged()).isTrue();
      assertThat(ours.value()).isCloseTo(14.39092445, within(1e-8));

      AdjacencyProduct adjacency = new AdjacencyProduct(graph, work.workers());
      Path file = cora.resolve("centralities").resolve("Engienvector_centrality.npy");
      double[] stopped = networkx(adjacency, graph.nodeCount(), 1e-6);
      assertSame(stopped, file);

      double[] image = new double[stopped.length];
      adjacency.apply(stopped, image);
      assertThat(distance(ours.vector(), stopped, 1))
          .isLessThan(distance(image, stopped, ours.value()) / (ours.value() - 11.6386));
      assertThat(ours.vector())
          .containsExactly(networkx(adjacency, graph.nodeCount(), 1e-12), within(1e-8));
    }
  }

  /// As with the eigenvector: NetworkX stopped where Σ |change| fell below 1e-6 a node, so that its
  /// values may be off by that sum times α / (1 − α), 1.5e-2 in all; they are by up to 3.4e-5.
  @Test
  void corasPublishedPageRankIsOursStoppedEarly() throws IOException {
    Path cora = DATA.resolve("cora");
    assumeTrue(Files.isDirectory(cora), "skipped: no Cora under " + DATA);
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = PlainFiles.npzGraph(cora.resolve("cora.plain.npz"), work);
      Centrality ours = PageRank.of(graph, 1e-10, 1000, work);
      assertThat(ours.convergence().converged()).isTrue();
      assertSame(
          pageRankByNetworkx(graph, 1e-6, work),
          cora.resolve("centralities").resolve("pagerank.npy"));
      assertThat(ours.values())
          .containsExactly(pageRankByNetworkx(graph, 1e-15, work), within(1e-10));
    }
  }

  /// p ← α · A D⁻¹ p + (1 − α) / n, on a graph without isolated nodes.
  private static double[] pageRankByNetworkx(CsrGraph graph, double tolerance, Workspace work) {
    AdjacencyProduct adjacency = new AdjacencyProduct(graph, work.workers());
    int n = graph.nodeCount();
    double[] p = new double[n];
    double[] share = new double[n];
    double[] received = new double[n];
    Arrays.fill(p, 1.0 / n);
    for (double change = n; change >= n * tolerance; ) {
      for (int i = 0; i < n; i++) {
        share[i] = p[i] / graph.degree(i);
      }
      adjacency.apply(share, received);
      change = 0;
      for (int i = 0; i < n; i++) {
        double next = 0.85 * received[i] + 0.15 / n;
        change += Math.abs(next - p[i]);
        p[i] = next;
      }
    }
    return p;
  }

  /// x ← (A + 1) x, scaled to unit length, until Σ |change| < n · tolerance.
  private static double[] networkx(AdjacencyProduct adjacency, int n, double tolerance) {
    double[] x = new double[n];
    Arrays.fill(x, 1.0 / n);
    while (true) {
      double[] next = new double[n];
      adjacency.apply(x, next);
      for (int i = 0; i < n; i++) {
        next[i] += x[i];
      }
      next = Dense.unit(next);
      double change = 0;
      for (int i = 0; i < n; i++) {
        change += Math.abs(next[i] - x[i]);
      }
      x = next;
      if (change < n * tolerance) {
        return x;
      }
    }
  }

  /// ‖x − scale · y‖.
  private static double distance(double[] x, double[] y, double scale) {
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      squares += (x[i] - scale * y[i]) * (x[i] - scale * y[i]);
    }
    return Math.sqrt(squares);
  }

  private static void assertSame(double[] values, Path published) throws IOException {
    double[] expected = PlainFiles.floats(published);
    assertThat(values).hasSameSizeAs(expected);
    for (int node = 0; node < expected.length; node++) {
      assertThat(values[node])
          .as("node %d of %s", node, published.getFileName())
          .isCloseTo(expected[node], within(1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wiki-Vote.txt",
        "facebook_combined.txt",
        "email-Eu-core.txt",
        "soc-Epinions1.txt",
        "ca-condmat-cc1.jlg",
        "astro-ph-cc1.jlg",
        "as-caida20071105.jlg"
      })
  void trianglesAndMeanClusteringAreThoseOfTheReference(String name) throws IOException {
    Path topology = DATA.resolve("topology");
    assumeTrue(Files.isDirectory(topology), "skipped: no topology files under " + DATA);
    String[] expected;
    try (Stream<String> lines = Files.lines(topology.resolve("reference_counts.csv"))) {
      expected = lines.filter(line -> line.startsWith(name)).findFirst().orElseThrow().split(",");
    }
    try (Workspace work = Workspace.open(2)) {
      CsrGraph graph = PlainFiles.edgeList(topology.resolve(name), work);
      assertThat(graph.edgeCount()).isEqualTo(Long.parseLong(expected[2]));
      long[] triangles = Triangles.count(graph, work);
      assertThat(Arrays.stream(triangles).sum()).isEqualTo(3 * Long.parseLong(expected[4]));
      double[] clustering = ClusteringCoefficient.of(graph, triangles, work.workers());
      assertThat(Arrays.stream(clustering).average().orElseThrow())
          .isCloseTo(Double.parseDouble(expected[5]), within(1e-6));
    }
  }
}
