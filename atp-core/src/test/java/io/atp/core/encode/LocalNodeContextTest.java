package io.atp.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.encode.EncodingConfig.ClusteringMethod;
import io.atp.core.encode.EncodingConfig.Profile;
import io.atp.core.encode.EncodingConfig.Weights;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalNodeContextTest {
  private static final Set<Encoding> ALL = EnumSet.allOf(Encoding.class);
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void onlyWhatIsWantedIsComputed() {
    Encodings some =
        LocalNodeContext.describe(
            NamedGraphs.g5(work),
            EncodingConfig.defaults(),
            Set.of(Encoding.DEGREE, Encoding.KATZ),
            work);
    assertThat(some.values()).containsOnlyKeys(Encoding.DEGREE, Encoding.KATZ);
    assertThat(some.convergence(Encoding.KATZ)).isPresent();
    assertThat(some.convergence(Encoding.DEGREE)).isEmpty();
    assertThatThrownBy(some::eigenvector)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("EIGENVECTOR was not computed, only [DEGREE, KATZ]");
    assertThatThrownBy(some::triangles).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theAuthorsCombinationOfG5ByHand() {
    // Degree (.5 .5 .75 .5 .25) scales to (½ ½ 1 ½ 0), clustering (1 1 ⅓ 0 0) stays; 0.3, 0.7.
    double[] sum = {0.85, 0.85, 0.3 + 0.7 / 3, 0.15, 0};
    double[] byCode = coefficients(Profile.AUTHORS_CODE, new Weights(0.3, 0.7, 0, 0, 0), 0.4);
    double[] scaled = coefficients(Profile.SCALED, new Weights(0.3, 0.7, 0, 0, 0), 0.4);
    for (int i = 0; i < 5; i++) {
      assertThat(byCode[i]).isCloseTo(sum[i] / 0.85, within(1e-15));
      assertThat(scaled[i]).isCloseTo(0.4 * sum[i] / 0.85, within(1e-15));
    }
  }

  @Test
  void thePapersCombinationOfG5ByHand() {
    double[] r = coefficients(Profile.PAPER, new Weights(1, 1, 0, 0, 0), 0.5);
    assertThat(r)
        .containsExactly(new double[] {.75, .75, .5 * (.75 + 1. / 3), .25, .125}, within(1e-15));
    assertThat(coefficients(Profile.PAPER, new Weights(1, 1, 0, 0, 0), 1))
        .containsExactly(new double[] {1, 1, 1, .5, .25}, within(1e-15));
    assertThat(coefficients(Profile.PAPER, new Weights(-1, 0, 0, 0, 0), 1)).containsOnly(0);
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void theWeightsOfAllFiveEncodingsCount(Profile profile) {
    Encodings encodings =
        new Encodings(
            3,
            Map.of(
                Encoding.DEGREE, new double[] {0, 0, .5},
                Encoding.CLUSTERING, new double[] {0, 0, .25},
                Encoding.EIGENVECTOR, new double[] {0, 0, .125},
                Encoding.PAGERANK, new double[] {0, 0, .0625},
                Encoding.KATZ, new double[] {0, .03125, 0}),
            Optional.empty(),
            Map.of(),
            OptionalDouble.empty());
    double[] r =
        LocalNodeContext.combine(encodings, config(new Weights(.1, .2, .3, .4, .5), profile, 0.5))
            .values();
    switch (profile) {
      case PAPER ->
          assertThat(r).containsExactly(new double[] {0, .0078125, .08125}, within(1e-15));
      case AUTHORS_CODE -> assertThat(r).containsExactly(new double[] {0, .5, 1}, within(1e-15));
      case SCALED -> assertThat(r).containsExactly(new double[] {0, .25, .5}, within(1e-15));
    }
  }

  @Test
  void aConstantSumIsTheMiddleOfTheScale() {
    CsrGraph cycle = NamedGraphs.cycle(work, 30);
    Weights weights = new Weights(1, 1, 1, 1, 1);
    assertThat(
            LocalNodeContext.encode(cycle, config(weights, Profile.AUTHORS_CODE, 0.8), work)
                .values())
        .containsOnly(0.5);
    assertThat(LocalNodeContext.encode(cycle, config(weights, Profile.SCALED, 0.8), work).values())
        .containsOnly(0.4);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theSmallestGraphsHaveCoefficients(int n) {
    Weights weights = new Weights(1, 1, 1, 1, 1);
    for (Profile profile : Profile.values()) {
      assertThat(
              LocalNodeContext.encode(NamedGraphs.path(work, n), config(weights, profile, 1), work)
                  .nodeCount())
          .isEqualTo(n);
    }
  }

  @Test
  void threadsDoNotChangeABit() {
    CsrGraph graph = NamedGraphs.skewed(work, 25_000, 80_000, 3);
    EncodingConfig config = config(new Weights(1, 1, 1, 1, 1), Profile.SCALED, 0.5);
    Encodings two = LocalNodeContext.describe(graph, config, ALL, work);
    for (int threads : new int[] {1, 7}) {
      try (Workspace other = Workspace.open(threads)) {
        Encodings same = LocalNodeContext.describe(graph, config, ALL, other);
        for (Encoding encoding : ALL) {
          assertThat(same.values(encoding)).as("%s", encoding).isEqualTo(two.values(encoding));
        }
        assertThat(same.convergences()).isEqualTo(two.convergences());
        assertThat(LocalNodeContext.combine(same, config).values())
            .isEqualTo(LocalNodeContext.combine(two, config).values());
      }
    }
  }

  @Test
  void renamingTheNodesRenamesTheValues() {
    int n = 1500;
    CsrGraph graph = NamedGraphs.skewed(work, n, 6000, 4);
    int[] names = NamedGraphs.permutation(n, 9);
    EncodingConfig config = config(new Weights(1, 1, 1, 1, 1), Profile.SCALED, 1);
    Encodings before = LocalNodeContext.describe(graph, config, ALL, work);
    Encodings after =
        LocalNodeContext.describe(NamedGraphs.renamed(work, graph, names), config, ALL, work);
    NodeCoefficients r = LocalNodeContext.combine(before, config);
    NodeCoefficients renamed = LocalNodeContext.combine(after, config);
    for (int node = 0; node < n; node++) {
      assertThat(after.degree()[names[node]]).isEqualTo(before.degree()[node]);
      assertThat(after.clustering()[names[node]]).isEqualTo(before.clustering()[node]);
      for (Encoding iterative : List.of(Encoding.EIGENVECTOR, Encoding.PAGERANK, Encoding.KATZ)) {
        assertThat(after.values(iterative)[names[node]])
            .isCloseTo(before.values(iterative)[node], within(1e-9));
      }
      assertThat(renamed.of(names[node])).isCloseTo(r.of(node), within(1e-6));
    }
  }

  @Test
  void everyStepOfTheProgressComesToItsEnd() {
    List<String> ended = new ArrayList<>();
    try (Workspace heard =
        Workspace.open(
            2,
            (step, done, total) -> {
              if (done == total) {
                ended.add(step);
              }
            })) {
      LocalNodeContext.describe(NamedGraphs.g5(heard), EncodingConfig.defaults(), ALL, heard);
    }
    assertThat(ended)
        .containsExactly(
            "encode: triangles",
            "encode: clustering",
            "encode: eigenvector",
            "encode: pagerank",
            "encode: katz");
  }

  private double[] coefficients(Profile profile, Weights weights, double scale) {
    return LocalNodeContext.encode(NamedGraphs.g5(work), config(weights, profile, scale), work)
        .values();
  }

  private static EncodingConfig config(Weights weights, Profile profile, double scale) {
    return new EncodingConfig(weights, profile, scale, new ClusteringMethod.Exact(), 1e-11, 1000);
  }
}
