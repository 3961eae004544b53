package io.atp.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.EncodingConfig.ClusteringMethod.Sampled;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SampledClusteringTest {
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void theSampleSizeIsHoeffdings() {
    // ln(2 / 0.05) / (2 · 0.01) = 184.44…
    assertThat(SampledClustering.sampleSize(new Sampled(0.1, 0.95, 0))).isEqualTo(185);
  }

  @Test
  void nodesWithFewPairsAreExact() {
    CsrGraph graph = NamedGraphs.skewed(work, 200, 1500, 1);
    SampledClustering all = SampledClustering.of(graph, new Sampled(0.001, 0.99, 0), work);
    long[] triangles = Triangles.count(graph, work);
    assertThat(all.sampledNodes()).isZero();
    assertThat(all.triangles()).isEqualTo(triangles);
    assertThat(all.coefficients())
        .isEqualTo(ClusteringCoefficient.of(graph, triangles, work.workers()));
  }

  @Test
  void theShareOfNodesFurtherOffThanTheErrorIsWhatTheConfidenceAllows() {
    CsrGraph graph = NamedGraphs.skewed(work, 800, 40_000, 2);
    double[] exact = ClusteringCoefficient.of(graph, Triangles.count(graph, work), work.workers());
    SampledClustering estimate = SampledClustering.of(graph, new Sampled(0.1, 0.9, 5), work);
    assertThat(estimate.sampledNodes()).isGreaterThan(700);
    int off = 0;
    double bias = 0;
    for (int node = 0; node < exact.length; node++) {
      bias += (estimate.coefficients()[node] - exact[node]) / exact.length;
      off += Math.abs(estimate.coefficients()[node] - exact[node]) > 0.1 ? 1 : 0;
    }
    assertThat(off).isLessThan(exact.length / 10);
    assertThat(bias).isCloseTo(0, within(0.01));
  }

  @Test
  void aHubInACliqueIsOneAndInAStarIsZeroHoweverFewTheSamples() {
    Sampled rough = new Sampled(0.5, 0.5, 3);
    assertThat(SampledClustering.of(NamedGraphs.clique(work, 40), rough, work).triangles())
        .containsOnly(39L * 38 / 2);
    assertThat(SampledClustering.of(NamedGraphs.star(work, 40), rough, work).coefficients())
        .containsOnly(0);
  }

  @Test
  void theSeedDecidesAndThreadsDoNot() {
    CsrGraph graph = NamedGraphs.skewed(work, 500, 10_000, 4);
    Sampled method = new Sampled(0.1, 0.9, 5);
    double[] two = SampledClustering.of(graph, method, work).coefficients();
    for (int threads : new int[] {1, 7}) {
      try (Workspace other = Workspace.open(threads)) {
        assertThat(SampledClustering.of(graph, method, other).coefficients()).isEqualTo(two);
      }
    }
    assertThat(SampledClustering.of(graph, new Sampled(0.1, 0.9, 6), work).coefficients())
        .isNotEqualTo(two);
  }
}
