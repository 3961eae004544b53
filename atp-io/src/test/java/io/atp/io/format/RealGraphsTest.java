package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.atp.core.feature.Features;
import io.atp.core.feature.SparseFeatures;
import io.atp.core.graph.CsrGraph;
import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workers;
import io.atp.core.runtime.Workspace;
import io.atp.io.RealData;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Labels;
import io.atp.io.dataset.NodeIds;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The published counts of the public graphs.
class RealGraphsTest {
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData read(String path) throws IOException {
    GraphData data = GraphFiles.read(RealData.path(path), work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  private static long isolated(CsrGraph graph) {
    return Arrays.stream(graph.degrees(new Workers(1))).filter(d -> d == 0).count();
  }

  @ParameterizedTest
  @CsvSource({
    "cora, 2708, 5278, 10858, 0, 1433, 49216, 7, 140",
    "citeseer, 3327, 4552, 9464, 124, 3703, 105165, 6, 120",
    "pubmed, 19717, 44324, 88676, 3, 500, 988031, 3, 60"
  })
  void planetoidHasItsPublishedCounts(
      String name,
      int nodes,
      long edges,
      long stored,
      long loops,
      int width,
      long entries,
      int classes,
      int train)
      throws IOException {
    GraphData data = read(name);
    assertThat(data.format()).isEqualTo("planetoid");
    assertThat(data.name()).isEqualTo(name);
    assertThat(data.graph().nodeCount()).isEqualTo(nodes);
    assertThat(data.graph().edgeCount()).isEqualTo(edges);
    assertThat(data.account().arcsRead()).isEqualTo(stored);
    assertThat(data.account().selfLoopsRemoved()).isEqualTo(loops);
    SparseFeatures features = (SparseFeatures) data.features().orElseThrow();
    assertThat(features.check().width()).isEqualTo(width);
    assertThat(features.entries()).isEqualTo(entries);
    assertThat(data.labels().orElseThrow().classCount()).isEqualTo(classes);
    assertThat(data.split().orElseThrow().train()).hasSize(train);
    assertThat(data.split().orElseThrow().validation()).hasSize(500);
    assertThat(data.split().orElseThrow().test()).hasSize(1000);
    assertThat(data.ids()).isEqualTo(new NodeIds.Same(nodes));
  }

  @ParameterizedTest
  @CsvSource({"cora", "citeseer", "pubmed"})
  void planetoidAndPlainNpzAreTheSameGraph(String name) throws IOException {
    GraphData pickled = read(name);
    GraphData plain = read(name + "/" + name + ".plain.npz");
    assertThat(same(pickled.graph().offsets(), plain.graph().offsets())).isTrue();
    assertThat(same(pickled.graph().targets(), plain.graph().targets())).isTrue();
    SparseFeatures x = (SparseFeatures) pickled.features().orElseThrow();
    SparseFeatures y = (SparseFeatures) plain.features().orElseThrow();
    assertThat(same(x.offsets(), y.offsets())).isTrue();
    assertThat(same(x.columns(), y.columns())).isTrue();
    assertThat(same(x.values(), y.values())).isTrue();
    assertThat(pickled.labels().orElseThrow().values())
        .containsExactly(plain.labels().orElseThrow().values());
    assertThat(pickled.split().orElseThrow().train())
        .containsExactly(plain.split().orElseThrow().train());
    assertThat(pickled.split().orElseThrow().validation())
        .containsExactly(plain.split().orElseThrow().validation());
    assertThat(pickled.split().orElseThrow().test())
        .containsExactly(plain.split().orElseThrow().test());
  }

  private static boolean same(MemorySegment a, MemorySegment b) {
    return a.mismatch(b) < 0;
  }

  @Test
  void fifteenNodesOfCiteseerHaveNeitherFeaturesNorLabel() throws IOException {
    GraphData data = GraphFiles.read(RealData.path("citeseer").resolve("ind.citeseer"), work);
    Labels labels = data.labels().orElseThrow();
    SparseFeatures features = (SparseFeatures) data.features().orElseThrow();
    int[] gaps = {
      2407, 2489, 2553, 2682, 2781, 2953, 3042, 3063, 3212, 3214, 3250, 3292, 3305, 3306, 3309
    };
    for (int node = 0; node < 3327; node++) {
      boolean gap = Arrays.binarySearch(gaps, node) >= 0;
      assertThat(labels.labelled(node)).isEqualTo(!gap);
      if (gap) {
        assertThat(features.offset(node + 1)).isEqualTo(features.offset(node));
      }
    }
    assertThat(isolated(data.graph())).isEqualTo(48);
  }

  @ParameterizedTest
  @CsvSource({
    "amazon-photo/amazon_photo, 7650, 119081, 143663, 1, 745, 1979909, 8, 115",
    "amazon-computers/amazon_cs, 13752, 245861, 287209, 0, 767, 3675081, 10, 281",
    "coauthor-cs/coauthor_cs, 18333, 81894, 163788, 0, 6805, 1092079, 15, 0",
    "coauthor-physics/coauthor_phy, 34493, 247962, 495924, 0, 8415, 1137311, 5, 0",
    "flickr-small/flickr, 7575, 239738, 479476, 0, 12047, 182517, 9, 0",
    "polblogs/polblogs, 1490, 16715, 19025, 3, -1, -1, 2, 266"
  })
  void gnnBenchmarkFilesHaveTheirPublishedCounts(
      String path,
      int nodes,
      long edges,
      long stored,
      long loops,
      int width,
      long entries,
      int classes,
      int isolated)
      throws IOException {
    GraphData data = read(path + ".plain.npz");
    assertThat(data.format()).isEqualTo("npz");
    assertThat(data.name()).isEqualTo(path.replaceAll(".*/", ""));
    assertThat(data.graph().nodeCount()).isEqualTo(nodes);
    assertThat(data.graph().edgeCount()).isEqualTo(edges);
    assertThat(data.account().arcsRead()).isEqualTo(stored);
    assertThat(data.account().selfLoopsRemoved()).isEqualTo(loops);
    assertThat(data.features().map(Features::width).orElse(-1)).isEqualTo(width);
    assertThat(data.features().map(x -> ((SparseFeatures) x).entries()).orElse(-1L))
        .isEqualTo(entries);
    Labels labels = data.labels().orElseThrow();
    assertThat(labels.classCount()).isEqualTo(classes);
    assertThat(Arrays.stream(labels.values()).distinct().count()).isEqualTo(classes);
    assertThat(isolated(data.graph())).isEqualTo(isolated);
    assertThat(data.split()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "wiki-Vote.txt, 7115, 100762, 103689, 0, 3, 8297",
    "facebook_combined.txt, 4039, 88234, 88234, 0, 0, 4038",
    "email-Eu-core.txt, 1005, 16064, 25571, 642, 0, 1004",
    "soc-Epinions1.txt, 75877, 405739, 405739, 0, -1, -1"
  })
  void edgeListsHaveTheirPublishedCounts(
      String file, int nodes, long edges, long stored, long loops, long first, long last)
      throws IOException {
    GraphData data = read("topology/" + file);
    assertThat(data.format()).isEqualTo("edge list");
    assertThat(data.graph().nodeCount()).isEqualTo(nodes);
    assertThat(data.graph().edgeCount()).isEqualTo(edges);
    assertThat(data.account().arcsRead()).isEqualTo(stored);
    assertThat(data.account().selfLoopsRemoved()).isEqualTo(loops);
    if (first >= 0) {
      assertThat(data.ids().name(0)).isEqualTo(Long.toString(first));
      assertThat(data.ids().name(nodes - 1)).isEqualTo(Long.toString(last));
    }
  }
}
