package io.atp.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.BuiltGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.graph.NamedGraphs;
import io.atp.core.operator.TestVectors;
import io.atp.core.runtime.Workspace;
import io.atp.io.RealData;
import io.atp.io.format.GraphFiles;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LargestComponentTest {
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  /// An edge 0–3 and a triangle with a tail 1–2–4, 4–5; node 6 alone.
  private GraphData twoParts(NodeIds ids) {
    BuiltGraph built = NamedGraphs.undirected(work, 7, 0, 3, 1, 2, 2, 4, 1, 4, 4, 5);
    Features features =
        TestVectors.features(
            work, new double[][] {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}});
    return new GraphData(
        "two parts",
        "test",
        built.graph(),
        built.account(),
        Optional.of(features),
        Optional.of(new Labels(4, new int[] {0, 1, -1, 3, 2, 1, 0})),
        Optional.of(new Split(new int[] {0, 1}, new int[] {3}, new int[] {4, 5, 6})),
        ids);
  }

  @Test
  void everythingFollowsTheNodesThatStay() {
    GraphData whole = twoParts(new NodeIds.Numbers(new long[] {10, 11, 12, 13, 14, 15, 16}));
    GraphData part = LargestComponent.of(whole, work);
    GraphAssert.assertGraph(part.graph());
    assertThat(part.graph().nodeCount()).isEqualTo(4);
    assertThat(part.graph().edgeCount()).isEqualTo(4);
    assertThat(part.graph().hasArc(2, 3)).isTrue();
    Features features = part.features().orElseThrow();
    assertThat(features.dot(3, 0)).isEqualTo(5 * 1 + 1);
    assertThat(features.dot(2, 1)).isEqualTo(4 * 2 + 1);
    assertThat(part.labels().orElseThrow().values()).containsExactly(1, -1, 2, 1);
    assertThat(part.labels().orElseThrow().classCount()).isEqualTo(4);
    Split split = part.split().orElseThrow();
    assertThat(split.train()).containsExactly(0);
    assertThat(split.validation()).isEmpty();
    assertThat(split.test()).containsExactly(2, 3);
    assertThat(part.ids().name(3)).isEqualTo("15");
    assertThat(LargestComponent.of(twoParts(new NodeIds.Same(7)), work).ids().name(2))
        .isEqualTo("4");
  }

  @Test
  void aConnectedGraphStaysAsItIs() {
    GraphData part = LargestComponent.of(twoParts(new NodeIds.Same(7)), work);
    assertThat(LargestComponent.of(part, work)).isSameAs(part);
  }

  @ParameterizedTest
  @CsvSource({
    "amazon-photo/amazon_photo, 7487, 119043, 8",
    "amazon-computers/amazon_cs, 13381, 245778, 10",
    "coauthor-cs/coauthor_cs, 18333, 81894, 15"
  })
  void theAmazonGraphsHaveThePapersSizes(String path, int nodes, long edges, int classes)
      throws IOException {
    GraphData whole = GraphFiles.read(RealData.path(path + ".plain.npz"), work);
    GraphData part = LargestComponent.of(whole, work);
    GraphAssert.assertGraph(part.graph());
    assertThat(part.graph().nodeCount()).isEqualTo(nodes);
    assertThat(part.graph().edgeCount()).isEqualTo(edges);
    assertThat(((SparseFeatures) part.features().orElseThrow()).check().rows()).isEqualTo(nodes);
    Labels labels = part.labels().orElseThrow();
    SplitRule rule = SplitRule.parse("20/30");
    assertThat(rule.shortClasses(labels, part.graph())).isEmpty();
    Split split = rule.draw(labels, part.graph(), part.split(), 0);
    assertThat(split.train()).hasSize(20 * classes);
    assertThat(split.validation()).hasSize(30 * classes);
    assertThat(split.test()).hasSize(nodes - 50 * classes);
    Split asRule =
        SplitRule.parse("20/30/largest")
            .draw(whole.labels().orElseThrow(), whole.graph(), whole.split(), 0);
    assertThat(asRule.test()).hasSize(nodes - 50 * classes);
  }
}
