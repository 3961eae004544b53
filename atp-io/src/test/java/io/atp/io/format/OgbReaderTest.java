package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.feature.DenseFeatures;
import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workspace;
import io.atp.io.RealData;
import io.atp.io.dataset.GraphData;
import io.atp.io.dataset.Split;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OgbReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private void gzip(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /// Edges 0 → 1 → 2 and a loop at 2, three nodes.
  @BeforeEach
  void aPathOfThree() throws IOException {
    gzip("raw/num-node-list.csv.gz", "3\n");
    gzip("raw/num-edge-list.csv.gz", "3\n");
    gzip("raw/edge.csv.gz", "0,1\n1,2\n2,2\n");
    gzip("raw/node-feat.csv.gz", "0.5,-1e-3\n2,3\n4,5.25\n");
    gzip("raw/node-label.csv.gz", "4\nnan\n2\n");
    gzip("raw/node_year.csv.gz", "2015\n2016\n2019\n");
    gzip("split/time/train.csv.gz", "0\n");
    gzip("split/time/valid.csv.gz", "1\n");
    gzip("split/time/test.csv.gz", "2\n");
  }

  private GraphData read() throws IOException {
    GraphData data = GraphFiles.read(folder, work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  private void refused(String name, String text, String message) throws IOException {
    byte[] before = Files.readAllBytes(folder.resolve(name));
    gzip(name, text);
    assertThatThrownBy(this::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining(message);
    Files.write(folder.resolve(name), before);
  }

  @Test
  void allPartsAreRead() throws IOException {
    GraphData data = read();
    assertThat(data.format()).isEqualTo("ogb");
    assertThat(data.graph().edgeCount()).isEqualTo(2);
    assertThat(data.account().selfLoopsRemoved()).isEqualTo(1);
    DenseFeatures features = (DenseFeatures) data.features().orElseThrow();
    assertThat(features.get(0, 1)).isEqualTo(-0.001f);
    assertThat(features.get(2, 1)).isEqualTo(5.25f);
    assertThat(data.labels().orElseThrow().values()).containsExactly(4, -1, 2);
    assertThat(data.labels().orElseThrow().classCount()).isEqualTo(5);
    assertThat(data.times().orElseThrow()).containsExactly(2015, 2016, 2019);
    assertThat(data.split().orElseThrow().validation()).containsExactly(1);
  }

  @Test
  void manyLabelsAndSeveralSplitSchemesAreRead() throws IOException {
    gzip("raw/node-label.csv.gz", "1,0,1\n0,0,0\n0,1,0\n");
    gzip("split/a/train.csv.gz", "2\n1\n");
    gzip("split/a/valid.csv.gz", "");
    gzip("split/a/test.csv.gz", "0\n");
    GraphData data = read();
    assertThat(data.labels()).isEmpty();
    assertThat(data.multiLabels().orElseThrow().count(0)).isEqualTo(2);
    assertThat(data.multiLabels().orElseThrow().has(2, 1)).isTrue();
    assertThat(data.splits()).hasSize(2);
    assertThat(data.split().orElseThrow().train()).containsExactly(1, 2);
  }

  @Test
  void edgesAndFeaturesMayBeAbsent() throws IOException {
    Files.delete(folder.resolve("raw/edge.csv.gz"));
    Files.delete(folder.resolve("raw/node-feat.csv.gz"));
    Files.delete(folder.resolve("raw/node_year.csv.gz"));
    GraphData data = read();
    assertThat(data.graph().nodeCount()).isEqualTo(3);
    assertThat(data.graph().edgeCount()).isZero();
    assertThat(data.features()).isEmpty();
    assertThat(data.times()).isEmpty();
  }

  @Test
  void whatDoesNotFitIsRefusedWithFileAndLine() throws IOException {
    refused("raw/edge.csv.gz", "0,1\n1,3\n2,2\n", "edge.csv.gz, line 2: edge 1 → 3 names a node");
    refused("raw/edge.csv.gz", "0,1\n", "holds 1 edges, its list of counts tells of 3");
    refused("raw/edge.csv.gz", "0,1\n\n1\n", "edge.csv.gz, line 3: a number is missing");
    refused("raw/edge.csv.gz", "0,1,2\n", "line 1: '2' is left over at the end of the line");
    refused("raw/node-feat.csv.gz", "1,2\n3\n4,5\n", "node-feat.csv.gz, line 2: a number is");
    refused("raw/node-feat.csv.gz", "1\n2\n", "the features end after 2 of 3 nodes");
    refused("raw/node-feat.csv.gz", "1\n2\n3\n4\n", "line 4: a row of features more than the 3");
    refused("raw/node-feat.csv.gz", "1\nnan\n3\n", "row 1, column 0 is NaN");
    refused("raw/node-feat.csv.gz", "1,".repeat(1 << 20) + "1", "line 1: more than 1,048,576 col");
    refused("raw/node-label.csv.gz", "1\n2,3\n1\n", "node-label.csv.gz, line 2: 2 labels, and 1");
    refused("raw/node-label.csv.gz", "1\n0.5\n1\n", "label 0.5 of node 1 is no class number");
    refused("raw/node-label.csv.gz", "1\n2\n", "labels for 2 nodes, its list of counts tells of 3");
    refused("raw/node-label.csv.gz", "1,0\n0,1\n0,7\n", "entry 1 of node 2 is 7.0, not 0 or 1");
    refused("raw/num-node-list.csv.gz", "3\n4\n", "line 2: a second graph");
    refused("raw/node_year.csv.gz", "2015\n", "years for 1 nodes, the graph has 3");
    refused("split/time/test.csv.gz", "1\n", "test part lists node 1, which is listed before");
    refused("split/time/test.csv.gz", "3\n", "test part lists node 3, with 3 nodes");
    Files.delete(folder.resolve("raw/node-label.csv.gz"));
    refused("raw/num-node-list.csv.gz", "2000000000", "tells of 2,000,000,000 nodes; from");
  }

  @Test
  void theBinaryLayoutHoldsTheSame() throws IOException {
    GraphData text = read();
    for (String name : new String[] {"edge", "num-node-list", "node-feat", "node-label"}) {
      Files.delete(folder.resolve("raw/" + name + ".csv.gz"));
    }
    NpzFixture npz =
        new NpzFixture()
            .with("edge_index", new long[] {0, 1, 2, 1, 2, 2}, 2, 3)
            .with("node_feat", new float[] {0.5f, -0.001f, 2, 3, 4, 5.25f}, 3, 2)
            .with("node_year", new long[] {2015, 2016, 2019}, 3, 1)
            .with("num_nodes_list", new long[] {3})
            .with("num_edges_list", new long[] {3});
    NpzFixture labels = new NpzFixture().with("node_label", new float[] {4, Float.NaN, 2}, 3, 1);
    npz.write(folder.resolve("raw/data.npz"));
    labels.write(folder.resolve("raw/node-label.npz"));
    GraphData data = read();
    assertThat(data.graph().targets().mismatch(text.graph().targets())).isEqualTo(-1);
    assertThat(data.account()).isEqualTo(text.account());
    assertThat(((DenseFeatures) data.features().orElseThrow()).data())
        .matches(x -> x.mismatch(((DenseFeatures) text.features().orElseThrow()).data()) < 0);
    assertThat(data.labels().orElseThrow().values()).containsExactly(4, -1, 2);
    assertThat(data.times().orElseThrow()).containsExactly(2015, 2016, 2019);
    assertThat(data.splits()).hasSize(1);

    npz.with("edge_index", new long[] {0, 1, 2, 1, 5, 2}, 2, 3);
    npz.write(folder.resolve("raw/data.npz"));
    assertThatThrownBy(this::read)
        .hasMessageContaining("array 'edge_index': edge 1, 1 → 5, names a node outside 0 to 2");
    npz.with("edge_index", new double[] {0, 1, 2, 1, 2, 2}, 2, 3);
    npz.with("node_feat", new double[] {1, 2, 3, 4}, 2, 2).write(folder.resolve("raw/data.npz"));
    assertThatThrownBy(this::read).hasMessageContaining("features have shape (2, 2), graph has 3");
  }

  @Test
  void ogbnArxivPartialHasItsCounts() throws IOException {
    GraphData data = GraphFiles.read(RealData.path("ogbn-arxiv-partial"), work);
    assertThat(data.graph().nodeCount()).isEqualTo(169_343);
    assertThat(data.graph().edgeCount()).isZero();
    assertThat(data.features()).isEmpty();
    assertThat(data.labels().orElseThrow().classCount()).isEqualTo(40);
    Split split = data.split().orElseThrow();
    assertThat(split.train()).hasSize(90_941);
    assertThat(split.validation()).hasSize(29_799);
    assertThat(split.test()).hasSize(48_603);
    int[] years = data.times().orElseThrow();
    for (int node : split.train()) {
      assertThat(years[node]).isLessThanOrEqualTo(2017);
    }
  }
}
