package io.atp.learn.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.Labels;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class DegreeBandsTest {
  private static final Workspace WORK = Workspace.open(1);

  @AfterAll
  static void close() {
    WORK.close();
  }

  private static List<String> names(DegreeBands bands) {
    return bands.bands().stream().map(DegreeBands.Band::name).toList();
  }

  private static int[] upTo(int count) {
    return IntStream.range(0, count).toArray();
  }

  @Test
  void lowAndHighOfATriangleWithATail() {
    CsrGraph graph = NamedGraphs.g5(WORK); // degrees 2, 2, 3, 2, 1
    Labels labels = new Labels(2, new int[] {0, 0, 1, 1, -1});
    int[] predicted = {0, 1, 1, 1, 0};
    DegreeBands bands = DegreeBands.lowAndHigh(2);
    List<DegreeBands.BandAccuracy> found =
        bands.accuracy(graph, predicted, labels, new int[] {3, 2, 1, 0});
    assertThat(found)
        .containsExactly(
            new DegreeBands.BandAccuracy(new DegreeBands.Band("Low-Deg", 0, 2), 3, 2),
            new DegreeBands.BandAccuracy(
                new DegreeBands.Band("High-Deg", 3, Integer.MAX_VALUE), 1, 1));
    assertThat(found.get(0).accuracy()).hasValue(2 / 3.0);
    assertThat(DegreeBands.lowAndHigh(3).accuracy(graph, predicted, labels, new int[] {0}).get(1))
        .satisfies(band -> assertThat(band.accuracy()).isEmpty());
  }

  @Test
  void scoresAndTheirClassesGiveTheSame() {
    CsrGraph graph = NamedGraphs.g5(WORK);
    Labels labels = new Labels(2, new int[] {0, 0, 1, 1, 1});
    Scores scores =
        Scores.ofLogits(ClassRows.of(new float[][] {{1, 0}, {0, 1}, {0, 1}, {0, 1}, {1, 0}}));
    assertThat(DegreeBands.lowAndHigh(2).accuracy(graph, scores, labels, upTo(5)))
        .isEqualTo(
            DegreeBands.lowAndHigh(2).accuracy(graph, new int[] {0, 1, 1, 1, 0}, labels, upTo(5)));
  }

  @Test
  void quantilesOfAPathAreItsEndsAndItsMiddle() {
    CsrGraph path = NamedGraphs.path(WORK, 10);
    // Nine tenths and more have degree 2: only a cut below the two ends can part them.
    assertThat(names(DegreeBands.quantiles(path, upTo(10), 10)))
        .containsExactly("degree 0 to 1", "degree 2 and more");
    assertThat(names(DegreeBands.quantiles(path, upTo(10), 2)))
        .containsExactly("degree 0 and more");
  }

  @Test
  void equalDegreesStayTogether() {
    // Node 0 of degree 6 in the middle of a star whose leaves 1–2 and 3–4 are joined.
    CsrGraph graph = NamedGraphs.edges(WORK, 7, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1, 2, 3, 4);
    DegreeBands bands = DegreeBands.atShares(graph, upTo(7), .9, .5);
    assertThat(names(bands)).containsExactly("degree 0 to 2", "degree 3 and more");
    DegreeBands finer = DegreeBands.atShares(graph, upTo(7), .25, .75);
    assertThat(names(finer)).containsExactly("degree 0 to 1", "degree 2", "degree 3 and more");
    Labels labels = new Labels(1, new int[7]);
    assertThat(finer.accuracy(graph, new int[7], labels, upTo(7)))
        .extracting(DegreeBands.BandAccuracy::nodes)
        .containsExactly(2, 4, 1);
  }

  @Test
  void everyNodeFallsIntoOneBandAndNamesDoNotMatter() {
    int count = 400;
    CsrGraph graph = NamedGraphs.skewed(WORK, count, 1500, 3);
    int[] names = NamedGraphs.permutation(count, 5);
    CsrGraph renamed = NamedGraphs.renamed(WORK, graph, names);
    int[] labels = new int[count];
    int[] predicted = new int[count];
    int[] renamedLabels = new int[count];
    int[] renamedPredicted = new int[count];
    for (int i = 0; i < count; i++) {
      renamedLabels[names[i]] = labels[i] = i % 3;
      renamedPredicted[names[i]] = predicted[i] = i % 5 == 0 ? 0 : i % 3;
    }
    DegreeBands bands = DegreeBands.quantiles(graph, upTo(count), 4);
    List<DegreeBands.BandAccuracy> found =
        bands.accuracy(graph, predicted, new Labels(3, labels), upTo(count));
    assertThat(found).hasSizeBetween(3, 4);
    assertThat(found.stream().mapToInt(DegreeBands.BandAccuracy::nodes).sum()).isEqualTo(count);
    assertThat(DegreeBands.quantiles(renamed, upTo(count), 4)).isEqualTo(bands);
    assertThat(bands.accuracy(renamed, renamedPredicted, new Labels(3, renamedLabels), upTo(count)))
        .isEqualTo(found);
  }

  @Test
  void bandsWithGapsAndEmptyListsAreRefused() {
    assertThatThrownBy(() -> new DegreeBands(List.of(new DegreeBands.Band("few", 0, 3))))
        .hasMessage("the degree bands end before degree 4");
    assertThatThrownBy(
            () ->
                new DegreeBands(
                    List.of(
                        new DegreeBands.Band("few", 0, 3),
                        new DegreeBands.Band("many", 5, Integer.MAX_VALUE))))
        .hasMessage("degree band many runs from 5 to 2147483647, it must start at 4");
    assertThatThrownBy(() -> DegreeBands.quantiles(NamedGraphs.path(WORK, 3), new int[0], 2))
        .hasMessage("there are no nodes to judge: the list is empty");
  }
}
