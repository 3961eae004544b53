package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workspace;
import io.atp.io.dataset.GraphData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScipyReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  /// 0 → 1 → 2, and an entry 0 → 2 of value 0.
  private final NpzFixture csr =
      new NpzFixture()
          .with("indices", new int[] {1, 2, 2})
          .with("indptr", new int[] {0, 2, 3, 3})
          .with("format", "csr")
          .with("shape", new long[] {3, 3})
          .with("data", new double[] {1, 0, 5});

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData read(NpzFixture npz) throws IOException {
    GraphData data = GraphFiles.read(npz.write(folder.resolve("a.npz")), work);
    GraphAssert.assertGraph(data.graph());
    return data;
  }

  private void refused(String message) {
    assertThatThrownBy(() -> read(csr))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.npz")
        .hasMessageContaining(message);
  }

  @Test
  void rowsColumnsAndCoordinatesAreTheSameGraph() throws IOException {
    GraphData rows = read(csr);
    assertThat(rows.format()).isEqualTo("scipy npz");
    assertThat(rows.graph().edgeCount()).isEqualTo(2);
    assertThat(rows.graph().hasArc(2, 1)).isTrue();
    assertThat(rows.graph().hasArc(0, 2)).isFalse();
    assertThat(read(csr.with("format", "csc")).graph().edgeCount()).isEqualTo(2);
    NpzFixture coo =
        new NpzFixture()
            .with("row", new int[] {0, 0, 1})
            .with("col", new int[] {1, 2, 2})
            .with("format", "coo")
            .with("shape", new long[] {3, 3})
            .with("data", new boolean[] {true, false, true});
    assertThat(read(coo).graph().targets().mismatch(rows.graph().targets())).isEqualTo(-1);
  }

  @Test
  void morePiecesThanOneAreJoined() throws IOException {
    int nodes = 70_001;
    int[] indptr = new int[nodes + 1];
    int[] indices = new int[nodes - 1];
    for (int node = 0; node < nodes; node++) {
      indptr[node + 1] = Math.min(node + 1, nodes - 1);
      if (node + 1 < nodes) {
        indices[node] = node + 1;
      }
    }
    float[] ones = new float[nodes - 1];
    Arrays.fill(ones, 1);
    csr.with("indptr", indptr).with("indices", indices).with("data", ones);
    GraphData path = read(csr.with("shape", new long[] {nodes, nodes}));
    assertThat(path.graph().edgeCount()).isEqualTo(nodes - 1);
    assertThat(path.graph().hasArc(65_536, 65_535)).isTrue();
  }

  @Test
  void whatDoesNotFitIsRefusedInNumbers() {
    csr.with("format", "bsr");
    refused("'format' is 'bsr'; csr, csc and coo are read");
    csr.with("format", "csr").with("shape", new long[] {3, 4});
    refused("is 3 by 4 with 4 row offsets, and should be square");
    csr.with("shape", new long[] {1L << 40, 1L << 40});
    refused("should be square");
    csr.with("shape", new long[] {3, 3}).with("indices", new int[] {1, 3, 2});
    refused("'indices' names node 3, with 3 nodes");
    csr.with("indices", new int[] {1, 2});
    refused("'indices' has 2 entries, beside 3 values");
    csr.with("indices", new int[] {1, 2, 2}).with("indptr", new int[] {0, 2, 1, 3});
    refused("row 1 runs from entry 2 to 1");
    csr.with("indptr", new int[] {0, 2, 9, 9});
    refused("row 1 runs from entry 2 to 9");
    csr.with("indptr", new int[] {0, 1, 1, 1});
    refused("the last row ends at entry 1, with 2 left");
    csr.with("indptr", new int[] {});
    refused("'indptr' is empty");
    csr.with("indptr", new int[] {0, 2, 3, 3}).with("data", new float[] {1, 0, Float.NaN});
    refused("'data' holds NaN");
    csr.with("format", "coo").with("row", new int[0]).with("col", new int[0]);
    csr.with("data", new float[0]).with("shape", new long[] {2_000_000_000, 2_000_000_000});
    refused("tells of 2,000,000,000 nodes");
  }
}
