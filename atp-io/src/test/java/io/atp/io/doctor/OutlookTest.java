package io.atp.io.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.StatelessHash;
import io.atp.core.runtime.Workspace;
import io.atp.io.RealData;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.format.GraphFiles;
import io.atp.io.registry.Registry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutlookTest {
  private final Workspace work = Workspace.open(1);

  @AfterEach
  void close() {
    work.close();
  }

  private static DegreeProfile profile(double mean, double hubShare) {
    return new DegreeProfile(1000, mean, 5, 20, 500, hubShare);
  }

  private static Optional<HomophilyBands> homophily(double overall) {
    return Optional.of(new HomophilyBands(overall, List.of()));
  }

  /// The graphs of the specification's own measurements.
  @ParameterizedTest
  @CsvSource({
    "3.9, .32, .81, atp-unlikely-to-help, LEAVE_OUT",
    "2.7, .35, .74, atp-unlikely-to-help, LEAVE_OUT",
    "4.5, .49, .80, atp-unlikely-to-help, LEAVE_OUT",
    "8.9, .34, .81, atp-unlikely-to-help, LEAVE_OUT",
    "36.7, .42, .78, atp-likely-helps, SEARCH",
    "31.8, .38, .83, atp-likely-helps, SEARCH",
    "63, .54, .24, atp-likely-helps, MASK_HUBS_HARD",
    "27.6, .48, .23, atp-likely-helps, MASK_HUBS_HARD",
    "76, .57, .22, atp-likely-helps, MASK_HUBS_HARD",
    "14.4, .34, .93, atp-open, SEARCH",
    "40, .12, .80, atp-unlikely-to-help, LEAVE_OUT",
  })
  void theRuleAgreesWithWhatWasMeasured(
      double mean, double hubs, double homophily, String code, Remedy remedy) {
    Finding finding = Outlook.of(profile(mean, hubs), homophily(homophily), true).finding();
    assertThat(finding.code()).isEqualTo(code);
    assertThat(finding.remedy()).contains(remedy);
  }

  @Test
  void withoutLabelsNoSearchIsAdvised() {
    assertThat(Outlook.of(profile(40, .4), Optional.empty(), false).finding().remedy())
        .contains(Remedy.MASK_HUBS);
    assertThat(Outlook.of(profile(4, .4), Optional.empty(), false).finding().remedy()).isEmpty();
  }

  @Test
  void aStarIsAllHub() {
    DegreeProfile star = DegreeProfile.of(NamedGraphs.star(work, 19));
    assertThat(star.max()).isEqualTo(19);
    assertThat(star.lowTo()).isEqualTo(1);
    assertThat(star.highFrom()).isEqualTo(2);
    assertThat(star.hubShare()).isEqualTo(20 / 38.0); // the centre and one leaf
  }

  /// An independent twin: sort all degrees and look.
  @Test
  void theProfileIsThatOfTheSortedDegrees() {
    for (int nodes : new int[] {1, 2, 9, 10, 11, 57, 200}) {
      int[] ends =
          IntStream.range(0, 6 * nodes)
              .map(
                  i ->
                      StatelessHash.below(StatelessHash.mix(i), i % 2 == 0 ? nodes : 1 + nodes / 7))
              .toArray();
      CsrGraph graph = NamedGraphs.edges(work, nodes, ends);
      int[] degrees = IntStream.range(0, nodes).map(graph::degree).sorted().toArray();
      int hubs = (nodes + 9) / 10;
      DegreeProfile profile = DegreeProfile.of(graph);
      assertThat(profile.max()).isEqualTo(degrees[nodes - 1]);
      assertThat(profile.lowTo()).isEqualTo(degrees[(nodes - 1) / 2]);
      assertThat(profile.highFrom())
          .isEqualTo(Math.max(degrees[(nodes - 1) / 2] + 1, degrees[nodes - hubs]));
      double share =
          IntStream.of(degrees).skip(nodes - hubs).sum() / Math.max(1.0, graph.arcCount());
      assertThat(profile.hubShare()).isEqualTo(share);
    }
  }

  @Test
  void aCycleHasNoHubsAndOneBand() {
    CsrGraph cycle = NamedGraphs.cycle(work, 20);
    DegreeProfile degrees = DegreeProfile.of(cycle);
    assertThat(degrees.hubShare()).isEqualTo(0.1);
    assertThat(degrees.highFrom()).isGreaterThan(degrees.max());
    HomophilyBands bands =
        HomophilyBands.of(cycle, Labels.of(new int[20]), degrees, work).orElseThrow();
    assertThat(bands.overall()).isEqualTo(1);
    assertThat(bands.bands()).hasSize(1);
  }

  @Test
  void homophilyOfAStarIsThatOfItsLeaves() {
    // The centre is of class 0, as are 4 of 9 leaves; one leaf has no label.
    CsrGraph star = NamedGraphs.star(work, 10);
    Labels labels = Labels.of(new int[] {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, -1});
    HomophilyBands bands =
        HomophilyBands.of(star, labels, DegreeProfile.of(star), work).orElseThrow();
    assertThat(bands.overall()).isEqualTo(4 / 9.0);
    assertThat(bands.bands())
        .extracting(HomophilyBands.Band::name)
        .containsExactly("Low-Deg", "High-Deg");
    assertThat(bands.bands().getLast().nodes()).isEqualTo(1);
    assertThat(bands.bands().getLast().homophily()).hasValue(4 / 9.0);
  }

  @Test
  void hubsAmongOtherClassesAreAWarning() {
    // Two triangles of one class each, and a hub of the first class that joins all of the second.
    CsrGraph graph =
        NamedGraphs.edges(
            work, 10, 0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3, 9, 3, 9, 4, 9, 5, 9, 6, 6, 7, 7, 8, 8, 6);
    Labels labels = Labels.of(new int[] {0, 0, 0, 1, 1, 1, 1, 1, 1, 0});
    Finding finding =
        HomophilyBands.of(graph, labels, DegreeProfile.of(graph), work).orElseThrow().finding();
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.remedy()).contains(Remedy.MASK_HUBS);
    assertThat(finding.sentence()).contains("High-Deg (degree 4");
  }

  @Test
  void noEdgeBetweenLabelledNodesGivesNoHomophily() {
    CsrGraph path = NamedGraphs.path(work, 3);
    Labels labels = new Labels(1, new int[] {0, -1, 0});
    assertThat(HomophilyBands.of(path, labels, DegreeProfile.of(path), work)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "cora, cora, atp-unlikely-to-help, 3.9",
    "citeseer, citeseer, atp-unlikely-to-help, 2.7",
    "photo, amazon-photo/amazon_photo.plain.npz, atp-likely-helps, 31.1",
  })
  void realGraphsAreJudgedAndCounted(String name, String path, String outlook, String mean)
      throws IOException {
    GraphData data = GraphFiles.read(RealData.path(path), work);
    List<Finding> findings = Doctor.examine(data, data.split(), work);
    assertThat(findings)
        .filteredOn(finding -> finding.code().equals(outlook))
        .first()
        .satisfies(finding -> assertThat(finding.sentence()).contains("mean degree " + mean));
    assertThat(findings).extracting(Finding::code).contains("homophily");
    assertThat(KnownCounts.compare(data, Registry.builtIn().find(name).orElseThrow())).isEmpty();
    assertThat(KnownCounts.compare(data, Registry.builtIn().find("pubmed").orElseThrow()))
        .get()
        .satisfies(differs -> assertThat(differs.sentence()).contains("PubMed differs", "19,717"));
  }
}
