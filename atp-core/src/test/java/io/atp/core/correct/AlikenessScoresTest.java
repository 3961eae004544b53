package io.atp.core.correct;

import static io.atp.core.correct.Masks.leastAlike;
import static io.atp.core.correct.Masks.removed;
import static io.atp.core.graph.GraphAssert.assertGraph;
import static io.atp.core.graph.GraphAssert.assertSame;
import static io.atp.core.graph.GraphAssert.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlikenessScoresTest {
  private static final NodeChoice HUBS = new NodeChoice.DegreeAtLeast(3);

  @Test
  void g5LosesTheBridgeToTheStrangersFirst() {
    try (Workspace work = Workspace.open(1)) {
      Features features = dense(work, 2, 1, 0, 1, .1f, 1, 0, 0, 1, 0, 1);
      CsrGraph corrected =
          HighBiasCorrection.apply(
                  NamedGraphs.g5(work), features, leastAlike(HUBS, .34, MaskBy.EDGES), work)
              .graph();
      assertSame(corrected, NamedGraphs.edges(work, 5, 0, 1, 0, 2, 1, 2, 3, 4));
    }
  }

  @Test
  void aZeroRowStandsBetweenOppositesAndFriends() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph star = NamedGraphs.star(work, 3);
      Features features = dense(work, 2, 1, 0, 0, 0, 1, 1, -1, 1); // leaf 3 opposes the hub
      CsrGraph one = masked(star, features, .34, work);
      assertThat(row(one, 0)).containsExactly(1, 2);
      CsrGraph two = masked(star, features, .67, work);
      assertThat(row(two, 0)).containsExactly(2);
    }
  }

  private static CsrGraph masked(CsrGraph graph, Features features, double m, Workspace work) {
    return HighBiasCorrection.apply(graph, features, leastAlike(HUBS, m, MaskBy.ROWS), work)
        .graph();
  }

  /// Against a sort of boxed neighbours; random features have no ties.
  @ParameterizedTest
  @EnumSource
  void eachChosenNodeGivesUpItsLeastAlikeNeighbours(MaskBy by) {
    try (Workspace work = Workspace.open(2)) {
      int n = 400;
      double m = .4;
      CsrGraph graph = NamedGraphs.skewed(work, n, 2_500, 3);
      Features features = randomRows(work, n, 5, IntStream.range(0, n).toArray());
      Set<Long> expected = new TreeSet<>();
      for (int node = 0; node < n; node++) {
        int u = node;
        int degree = graph.degree(u);
        int[] sorted =
            IntStream.of(row(graph, u))
                .boxed()
                .sorted(Comparator.comparing(v -> cosine(features, u, v)))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int rank = 0; degree >= 3 && (rank + .5) / degree < m; rank++) {
          expected.add((long) u << 32 | sorted[rank]);
          if (by == MaskBy.EDGES) {
            expected.add((long) sorted[rank] << 32 | u);
          }
        }
      }
      CsrGraph corrected =
          HighBiasCorrection.apply(graph, features, leastAlike(HUBS, m, by), work).graph();
      assertThat(removed(graph, assertGraph(corrected))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void renamedNodesWithTheirFeaturesLoseTheSameEdges(MaskBy by) {
    try (Workspace work = Workspace.open(2)) {
      int n = 300;
      int[] names = NamedGraphs.permutation(n, 12);
      CsrGraph graph = NamedGraphs.skewed(work, n, 2_000, 3);
      Features features = randomRows(work, n, 4, IntStream.range(0, n).toArray());
      Features renamedFeatures = randomRows(work, n, 4, names);
      CsrGraph renamed = NamedGraphs.renamed(work, graph, names);
      CorrectionConfig config = leastAlike(HUBS, .5, by);
      CsrGraph plain = HighBiasCorrection.apply(graph, features, config, work).graph();
      CsrGraph other = HighBiasCorrection.apply(renamed, renamedFeatures, config, work).graph();
      assertSame(other, NamedGraphs.renamed(work, plain, names));
    }
  }

  @Test
  void equalFeaturesFallBackOnTheHashOnAnyThreads() {
    try (Workspace one = Workspace.open(1)) {
      int n = 2_000;
      CsrGraph graph = NamedGraphs.skewed(one, n, 20_000, 3);
      Features features = randomRows(one, n, 1, new int[n]); // all rows alike
      CorrectionConfig config = leastAlike(HUBS, .5, MaskBy.EDGES);
      CorrectedGraph expected = HighBiasCorrection.apply(graph, features, config, one);
      assertGraph(expected.graph());
      for (int threads : new int[] {2, 7}) {
        try (Workspace many = Workspace.open(threads)) {
          CorrectedGraph found = HighBiasCorrection.apply(graph, features, config, many);
          assertSame(found.graph(), expected.graph());
          assertThat(found.account()).isEqualTo(expected.account());
        }
      }
    }
  }

  /// On a regular graph all nodes have the same degree: ranks alone could only cut at tenths.
  @ParameterizedTest
  @EnumSource
  void aShareCanBeMetEvenWhereAllDegreesAreEqual(MaskBy by) {
    try (Workspace work = Workspace.open(2)) {
      int n = 11;
      CsrGraph graph = NamedGraphs.clique(work, n);
      Features features = randomRows(work, n, 3, IntStream.range(0, n).toArray());
      var config =
          new CorrectionConfig(
              HUBS, new MaskBudget.RemovedShare(.2), by, MaskOrder.LEAST_ALIKE_FIRST, 0);
      CorrectedGraph corrected = HighBiasCorrection.apply(graph, features, config, work);
      assertThat(corrected.account().arcsRemoved()).isEqualTo(22);
    }
  }

  @Test
  void sparseRowsDecideLikeDenseOnes() {
    try (Workspace work = Workspace.open(2)) {
      int n = 300;
      int width = 6;
      CsrGraph graph = NamedGraphs.skewed(work, n, 2_000, 3);
      float[] values = new float[n * width];
      for (int i = 0; i < values.length; i++) {
        values[i] = StatelessHash.below(StatelessHash.of(5, i), 3) == 0 ? 1 : 0; // many ties
      }
      CorrectionConfig config = leastAlike(HUBS, .5, MaskBy.EDGES);
      CsrGraph dense =
          HighBiasCorrection.apply(graph, dense(work, width, values), config, work).graph();
      CsrGraph sparse =
          HighBiasCorrection.apply(graph, sparse(work, width, values), config, work).graph();
      assertSame(sparse, dense);
      assertThat(dense.arcCount()).isLessThan(graph.arcCount());
    }
  }

  @Test
  void featuresThatAreMissingOrOfAnotherSizeAreRefused() {
    try (Workspace work = Workspace.open(1)) {
      CsrGraph g5 = NamedGraphs.g5(work);
      CorrectionConfig config = leastAlike(HUBS, .5, MaskBy.EDGES);
      assertThatThrownBy(() -> HighBiasCorrection.apply(g5, config, work))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "order LEAST_ALIKE_FIRST compares the features of 5 nodes, and no features were"
                  + " given");
      assertThatThrownBy(
              () -> HighBiasCorrection.apply(g5, dense(work, 2, 1, 2, 3, 4), config, work))
          .hasMessage("features have 2 rows, graph has 5 nodes");
    }
  }

  private static double cosine(Features features, int u, int v) {
    return features.dot(u, v) / Math.sqrt(features.dot(u, u) * features.dot(v, v));
  }

  /// Row `names[i]` holds the numbers that belong to `i`.
  private static Features randomRows(Workspace work, int n, int width, int[] names) {
    float[] values = new float[n * width];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < width; c++) {
        values[names[i] * width + c] = (float) StatelessHash.unit(StatelessHash.of(77, i, c)) - .5f;
      }
    }
    return dense(work, width, values);
  }

  private static Features dense(Workspace work, int width, float... values) {
    MemorySegment data = work.allocateFloats(values.length);
    MemorySegment.copy(values, 0, data, ValueLayout.JAVA_FLOAT_UNALIGNED, 0, values.length);
    return new DenseFeatures(values.length / width, width, data);
  }

  private static Features sparse(Workspace work, int width, float... values) {
    int rows = values.length / width;
    int entries = (int) IntStream.range(0, values.length).filter(i -> values[i] != 0).count();
    MemorySegment offsets = work.allocateLongs(rows + 1);
    MemorySegment columns = work.allocateInts(entries);
    MemorySegment stored = work.allocateFloats(entries);
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      if (values[i] != 0) {
        columns.setAtIndex(ValueLayout.JAVA_INT, at, i % width);
        stored.setAtIndex(ValueLayout.JAVA_FLOAT, at++, values[i]);
      }
      offsets.setAtIndex(ValueLayout.JAVA_LONG, i / width + 1, at);
    }
    return new SparseFeatures(rows, width, offsets, columns, stored).check();
  }
}
