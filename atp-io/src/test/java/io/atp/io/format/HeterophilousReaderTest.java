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
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeterophilousReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  /// Path 0 – 1 – 2 with two splits.
  private final NpzFixture path =
      new NpzFixture()
          .with("node_features", new float[] {1, 2, 3, 4, 5, 6}, 3, 2)
          .with("node_labels", new long[] {0, 1, 0})
          .with("edges", new long[] {0, 1, 1, 2}, 2, 2)
          .with("train_masks", new boolean[] {true, false, false, false, false, true}, 2, 3)
          .with("val_masks", new boolean[] {false, true, false, false, true, false}, 2, 3)
          .with("test_masks", new boolean[] {false, false, true, true, false, false}, 2, 3);

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData read() throws IOException {
    GraphData data = GraphFiles.read(path.write(folder.resolve("p.npz")), work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  private void refused(String message) {
    assertThatThrownBy(this::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("p.npz")
        .hasMessageContaining(message);
  }

  @Test
  void allPartsAreRead() throws IOException {
    GraphData data = read();
    assertThat(data.format()).isEqualTo("heterophilous npz");
    assertThat(data.name()).isEqualTo("p");
    assertThat(data.graph().edgeCount()).isEqualTo(2);
    assertThat(((DenseFeatures) data.features().orElseThrow()).get(2, 1)).isEqualTo(6);
    assertThat(data.labels().orElseThrow().values()).containsExactly(0, 1, 0);
    assertThat(data.splits()).hasSize(2);
    assertThat(data.splits().get(1).train()).containsExactly(2);
    assertThat(data.split().orElseThrow().test()).containsExactly(2);
  }

  @Test
  void masksMayBeAbsentButNotInPart() throws IOException {
    path.without("train_masks");
    refused("has no array 'train_masks'");
    path.without("val_masks").without("test_masks");
    assertThat(read().splits()).isEmpty();
  }

  @Test
  void whatDoesNotFitIsRefusedInNumbers() {
    path.with("edges", new long[] {0, 1, 1, 3}, 2, 2);
    refused("array 'edges': row 1 names node 3, with 3 nodes");
    path.with("edges", new long[] {0, 1, 1, -1}, 2, 2);
    refused("row 1 names node -1");
    path.with("edges", new long[] {0, 1, 1, 2}, 4);
    refused("has shape (4), and should have two columns");
    path.with("edges", new long[] {0, 1, 1, 2}, 2, 2);
    path.with("node_features", new float[] {1, 2, 3, 4}, 2, 2);
    refused("features have shape (2, 2), graph has 3 nodes");
    path.with("node_features", new float[] {1, 2, Float.NaN}, 3, 1);
    refused("row 2, column 0 is NaN");
    path.with("node_features", new float[] {1, 2, 3}, 3, 1);
    path.with("train_masks", new boolean[] {true, true, false, false, false, true}, 2, 3);
    refused("p.npz, split 0: the validation part lists node 1, which is listed before");
    path.with("train_masks", new boolean[] {true, true, false}, 3);
    refused("'val_masks' has shape (2, 3), beside");
    path.with("train_masks", new int[] {1, 0, 0, 0, 0, 2}, 2, 3);
    refused("entry 2 of row 1 is 2, not 0 or 1");
  }

  @ParameterizedTest
  @CsvSource({
    "minesweeper, 10000, 39402, 7, 2, 5000, 2500, 2500",
    "actor, 7600, 26659, 932, 5, 3648, 2432, 1520",
    "squirrel, 5201, 198353, 2089, 5, 2496, 1664, 1041",
    "squirrel_filtered, 2223, 46998, 2089, 5, 1053, 718, 452",
    "chameleon, 2277, 31371, 2325, 5, 1092, 729, 456",
    "chameleon_filtered, 890, 8854, 2325, 5, 409, 287, 194",
    "cornell, 183, 277, 1703, 5, 87, 59, 37",
    "texas, 183, 279, 1703, 5, 87, 59, 37",
    "wisconsin, 251, 450, 1703, 5, 120, 80, 51"
  })
  void publishedGraphsHaveTheirCounts(
      String name, int nodes, long edges, int width, int classes, int train, int val, int test)
      throws IOException {
    GraphData data = GraphFiles.read(RealData.path("heterophilous/" + name + ".npz"), work);
    GraphAssert.assertGraph(data.graph());
    assertThat(data.graph().nodeCount()).isEqualTo(nodes);
    assertThat(data.graph().edgeCount()).isEqualTo(edges);
    assertThat(data.features().orElseThrow().width()).isEqualTo(width);
    assertThat(data.labels().orElseThrow().classCount()).isEqualTo(classes);
    assertThat(data.splits()).hasSize(10);
    Split first = data.split().orElseThrow();
    assertThat(first.train()).hasSize(train);
    assertThat(first.validation()).hasSize(val);
    assertThat(first.test()).hasSize(test);
  }
}
