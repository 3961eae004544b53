package io.atp.io.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.BuildAccount;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.MultiLabels;
import io.atp.io.dataset.NodeIds;
import io.atp.io.dataset.Split;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DoctorTest {
  private final Workspace work = Workspace.open(1);

  @AfterEach
  void close() {
    work.close();
  }

  private static GraphData data(
      BuiltGraph built, Optional<Features> features, Optional<Labels> labels) {
    int nodes = built.graph().nodeCount();
    return new GraphData(
        "test",
        "test",
        built.graph(),
        built.account(),
        features,
        labels,
        Optional.empty(),
        new NodeIds.Same(nodes));
  }

  private GraphData triangleWithTail(int... labels) {
    return data(
        NamedGraphs.undirected(work, 5, 0, 1, 1, 0, 0, 2, 2, 0, 1, 2, 2, 1, 2, 3, 3, 2, 3, 4, 4, 3),
        Optional.empty(),
        labels.length == 0 ? Optional.empty() : Optional.of(Labels.of(labels)));
  }

  private Features features(float[][] rows) {
    MemorySegment data = work.allocateFloats((long) rows.length * rows[0].length);
    for (int row = 0; row < rows.length; row++) {
      for (int column = 0; column < rows[0].length; column++) {
        data.setAtIndex(
            ValueLayout.JAVA_FLOAT_UNALIGNED,
            (long) row * rows[0].length + column,
            rows[row][column]);
      }
    }
    return new DenseFeatures(rows.length, rows[0].length, data);
  }

  private GraphData withFeatures(float[]... rows) {
    GraphData plain = triangleWithTail();
    return new GraphData(
        "test",
        "test",
        plain.graph(),
        plain.account(),
        Optional.of(features(rows)),
        Optional.empty(),
        Optional.empty(),
        plain.ids());
  }

  private List<Finding> examine(GraphData data) {
    return Doctor.examine(data, data.split(), work);
  }

  private Finding found(GraphData data, String code) {
    return examine(data).stream()
        .filter(finding -> finding.code().equals(code))
        .findFirst()
        .orElseThrow(() -> new AssertionError(code + " is not among " + examine(data)));
  }

  private List<String> codes(GraphData data) {
    return examine(data).stream().map(Finding::code).toList();
  }

  @Test
  void aCleanGraphHasNoTopologyFinding() {
    assertThat(codes(triangleWithTail()))
        .containsExactlyInAnyOrder("no-features", "no-labels", "atp-unlikely-to-help");
  }

  @Test
  void whatTheReaderMendedIsToldWithItsNumbers() {
    // 0–1 both ways, 1–2 one way and twice, a loop at 3.
    GraphData data =
        data(
            NamedGraphs.undirected(work, 4, 0, 1, 1, 0, 1, 2, 1, 2, 3, 3, 2, 3),
            Optional.empty(),
            Optional.empty());
    assertThat(found(data, "directed-input").sentence()).startsWith("2 of 6 arcs");
    assertThat(found(data, "duplicate-edges").sentence()).startsWith("1 of 6 arcs");
    assertThat(found(data, "self-loops").sentence()).isEqualTo("self-loops removed: 1");
    assertThat(found(data, "self-loops").remedy()).contains(Remedy.KEEP_CLEANED);
  }

  @Test
  void aDirectedGraphIsAWarning() {
    GraphData data =
        data(NamedGraphs.directed(work, 3, 0, 1, 1, 2), Optional.empty(), Optional.empty());
    assertThat(found(data, "directed").severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void isolatedNodesAndSmallComponentsAreCountedApart() {
    // A triangle, an edge, two nodes alone.
    GraphData data =
        data(
            NamedGraphs.undirected(work, 7, 0, 1, 1, 2, 2, 0, 3, 4),
            Optional.empty(),
            Optional.empty());
    assertThat(found(data, "isolated-nodes").sentence()).startsWith("2 of 7 nodes (28.6 %)");
    assertThat(found(data, "components").sentence())
        .contains("4 components", "3 of 7 nodes (42.9 %)", "2 nodes hang together");
  }

  @Test
  void theLargestComponentIsAdvisedWhereNoSplitIsGiven() {
    BuiltGraph apart = NamedGraphs.undirected(work, 5, 0, 1, 1, 2, 3, 4);
    GraphData free = data(apart, Optional.empty(), Optional.of(Labels.of(new int[5])));
    assertThat(found(free, "components").remedy()).contains(Remedy.LARGEST_COMPONENT);
    GraphData given = free.withSplits(List.of(new Split(new int[] {0}, new int[0], new int[] {1})));
    assertThat(found(given, "components").remedy()).isEmpty();
  }

  @Test
  void constantColumnsAndEmptyRowsAreCounted() {
    GraphData data =
        withFeatures(
            new float[] {1, 0, 7},
            new float[] {0, 0, 0},
            new float[] {2, 0, 7},
            new float[] {3, 0, 7},
            new float[] {1, 0, 7});
    assertThat(found(data, "features-constant").sentence()).endsWith("1 of 3");
    assertThat(found(data, "features-empty-rows").sentence()).startsWith("1 of 5 nodes");
  }

  @Test
  void notANumberIsAProblemAndComesFirst() {
    GraphData data =
        withFeatures(
            new float[] {1, Float.NaN},
            new float[] {0, 1},
            new float[] {2, 3},
            new float[] {Float.POSITIVE_INFINITY, 1},
            new float[] {1, 2});
    Finding first = examine(data).getFirst();
    assertThat(first.code()).isEqualTo("features-not-finite");
    assertThat(first.severity()).isEqualTo(Severity.PROBLEM);
    assertThat(first.sentence()).startsWith("2 feature values");
  }

  @Test
  void aColumnAThousandTimesWiderThanTheOthersIsAWarning() {
    GraphData data =
        withFeatures(
            new float[] {1000, 1, -1},
            new float[] {-1000, -1, 1},
            new float[] {1000, 1, 1},
            new float[] {-1000, -1, -1},
            new float[] {1000, 1, -1});
    assertThat(found(data, "features-unscaled").sentence()).contains("1,000 times less");
    assertThat(found(data, "features-unscaled").remedy()).contains(Remedy.STANDARDISE);
  }

  @Test
  void rowsOfCountsAreToBeDividedAndRowsOfSharesAreNot() {
    float[][] counts = new float[5][8];
    float[][] shares = new float[5][8];
    for (int row = 0; row < 5; row++) {
      for (int column = 0; column <= row % 3; column++) {
        counts[row][column] = 1;
        shares[row][column] = 1f / (row % 3 + 1);
      }
    }
    assertThat(found(withFeatures(counts), "features-rows-not-normalised").sentence())
        .contains("between 1.000 and 3.000");
    assertThat(codes(withFeatures(shares))).doesNotContain("features-rows-not-normalised");
  }

  @Test
  void veryManyRowsAreSampledAndThatIsSaid() {
    int nodes = FeatureStatistics.MOST_ROWS + 10_000;
    Features zeros = new DenseFeatures(nodes, 1, work.allocateFloats(nodes));
    CsrGraph path = NamedGraphs.path(work, nodes);
    BuiltGraph built = new BuiltGraph(path, new BuildAccount(nodes - 1, 0, 0, 0));
    GraphData data = data(built, Optional.of(zeros), Optional.empty());
    Finding constant = found(data, "features-constant");
    assertThat(constant.severity()).isEqualTo(Severity.PROBLEM);
    assertThat(constant.sentence()).endsWith("1 of 1 (looking at 131,072 of 141,072 rows)");
  }

  @Test
  void sparseAndDenseFeaturesGiveTheSameFindings() {
    float[][] rows = new float[5][70];
    for (int row = 0; row < 5; row++) {
      rows[row][row] = row;
      rows[row][69] = 1;
    }
    GraphData dense = withFeatures(rows);
    MemorySegment offsets = work.allocateLongs(6);
    MemorySegment columns = work.allocateInts(10);
    MemorySegment values = work.allocateFloats(10);
    for (int row = 0; row < 5; row++) {
      offsets.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, row + 1, 2L * row + 2);
      columns.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, 2L * row, row);
      columns.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, 2L * row + 1, 69);
      values.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, 2L * row, row);
      values.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, 2L * row + 1, 1);
    }
    Features sparse = new SparseFeatures(5, 70, offsets, columns, values);
    GraphData same =
        new GraphData(
            "test",
            "test",
            dense.graph(),
            dense.account(),
            Optional.of(sparse),
            Optional.empty(),
            Optional.empty(),
            dense.ids());
    assertThat(examine(same)).isEqualTo(examine(dense));
    assertThat(codes(same)).contains("features-constant", "features-rows-not-normalised");
  }

  @Test
  void missingLabelsAndTinyClassesAreCounted() {
    GraphData data = triangleWithTail(0, 0, 2, -1, -1);
    assertThat(found(data, "labels-missing").sentence()).startsWith("2 of 5 nodes (40.0 %)");
    assertThat(found(data, "class-empty").sentence()).contains("1 of 3 classes has", "class 1 (0)");
    assertThat(found(data, "class-tiny").sentence()).contains("class 0 (2), class 2 (1)");
    assertThat(found(data, "no-split").remedy()).contains(Remedy.DRAW_PER_CLASS);
  }

  @Test
  void nodesOfManyClassesAreNotSaidToLackLabels() {
    GraphData data = triangleWithTail().withMultiLabels(MultiLabels.none(5, 3));
    assertThat(codes(data)).doesNotContain("no-labels", "labels-missing").contains("no-split");
  }

  private GraphData split(int[] train, int[] validation, int[] test) {
    return triangleWithTail(0, 0, 1, 2, -1).withSplits(List.of(new Split(train, validation, test)));
  }

  @Test
  void overlappingPartsAreAProblem() {
    Finding overlap =
        found(split(new int[] {0, 1}, new int[] {1, 2}, new int[] {0, 1, 3}), "split-overlap");
    assertThat(overlap.severity()).isEqualTo(Severity.PROBLEM);
    assertThat(overlap.sentence())
        .isEqualTo(
            "2 nodes are in train and test, 1 in train and validation, 1 in validation and test");
    assertThat(codes(split(new int[] {0}, new int[] {1}, new int[] {2, 3})))
        .doesNotContain("split-overlap", "split-empty-part");
  }

  @Test
  void aClassWithoutTrainingNodesIsNamed() {
    Finding absent =
        found(split(new int[] {0, 4}, new int[] {1}, new int[] {2}), "class-absent-from-training");
    assertThat(absent.sentence())
        .isEqualTo("2 of 3 classes have no training node (1, 2); 2 nodes belong to them");
    assertThat(codes(split(new int[] {0, 4}, new int[] {1}, new int[] {2})))
        .contains("train-unlabelled");
  }

  @Test
  void anEmptyPartIsSaid() {
    assertThat(found(split(new int[] {}, new int[] {1}, new int[] {2}), "split-empty-part"))
        .satisfies(empty -> assertThat(empty.severity()).isEqualTo(Severity.PROBLEM));
  }

  @Test
  void edgesFromTheFutureAreCountedAtTrainingNodes() {
    // Degrees 2, 2, 3: seven ends at the training nodes 0, 1, 2, one of which leads to node 3.
    GraphData data =
        split(new int[] {0, 1, 2}, new int[] {3}, new int[] {4})
            .withTimes(new int[] {2015, 2016, 2017, 2018, 2019});
    assertThat(found(data, "edges-from-the-future").sentence())
        .startsWith("1 of the 7 edge ends")
        .contains("14.3 %", "2017");
    assertThat(codes(data.withInductive(true))).doesNotContain("edges-from-the-future");
  }

  @Test
  void aSplitThatIgnoresTheTimesIsSaid() {
    GraphData data =
        split(new int[] {0, 4}, new int[] {3}, new int[] {1, 2})
            .withTimes(new int[] {2015, 2016, 2017, 2018, 2019});
    assertThat(found(data, "split-not-by-time").sentence()).startsWith("2 of 2 test nodes (100.0");
  }

  @Test
  void findingsDoNotDependOnThreads() {
    int nodes = 600;
    int[] ends =
        IntStream.range(0, 4000)
            .map(i -> StatelessHash.below(StatelessHash.mix(i), i % 3 == 0 ? 10 : nodes))
            .toArray();
    float[][] rows = new float[nodes][5];
    for (int i = 0; i < 5 * nodes; i++) {
      rows[i / 5][i % 5] = StatelessHash.below(StatelessHash.mix(i), 1000);
    }
    int[] labels = IntStream.range(0, nodes).map(i -> i % 4).toArray();
    GraphData data =
        data(
            NamedGraphs.undirected(work, nodes, ends),
            Optional.of(features(rows)),
            Optional.of(Labels.of(labels)));
    List<Finding> one = examine(data);
    assertThat(one).hasSizeGreaterThan(4);
    for (int threads : new int[] {2, 7}) {
      try (Workspace more = Workspace.open(threads)) {
        assertThat(Doctor.examine(data, data.split(), more)).isEqualTo(one);
      }
    }
  }

  @Test
  void everyFindingSaysWhyAndEndsWithoutAFullStop() {
    for (Finding finding : examine(triangleWithTail(0, 0, 2, -1, -1))) {
      assertThat(finding.why()).isNotBlank().doesNotEndWith(".");
      assertThat(finding.sentence()).isNotBlank().doesNotEndWith(".");
    }
  }
}
