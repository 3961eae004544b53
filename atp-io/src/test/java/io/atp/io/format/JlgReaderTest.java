package io.atp.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atp.core.graph.GraphAssert;
import io.atp.core.runtime.Workspace;
import io.atp.io.RealData;
import io.atp.io.dataset.GraphData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JlgReaderTest {
  @TempDir Path folder;
  private final Workspace work = Workspace.open(2);

  @AfterEach
  void close() {
    work.close();
  }

  private GraphData read(String text) throws IOException {
    Path file = folder.resolve("g.jlg");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return GraphFiles.read(file, work);
  }

  private void refused(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("g.jlg")
        .hasMessageContaining(message);
  }

  @Test
  void theHeaderCountsNodesAndEdges() throws IOException {
    GraphData data = read("4,3,u,graph\n1,2\n2,3\n3,3\n");
    assertThat(data.graph().nodeCount()).isEqualTo(4);
    assertThat(data.graph().edgeCount()).isEqualTo(2);
    assertThat(data.account().selfLoopsRemoved()).isEqualTo(1);
    assertThat(data.ids().name(3)).isEqualTo("4");
    refused("4,3,u,graph\n1,2\n", "holds 1 edges, its header tells of 3");
    refused("4,1,x,graph\n1,2\n", "line 1: the header is not nodes,edges,u,name");
    refused("4,1,u,graph\n1,5\n", "line 2: edge names node 5, outside 1 to 4");
    refused("", "line 1: a number is missing");
    refused("2000000000,0,u,graph\n", "tells of 2,000,000,000 nodes");
  }

  @ParameterizedTest
  @CsvSource({
    "ca-condmat-cc1, 21363, 91286, 56",
    "astro-ph-cc1, 17903, 196972, 59",
    "as-caida20071105, 26475, 53381, 0"
  })
  void publishedGraphsHaveTheirCounts(String name, int nodes, long edges, long loops)
      throws IOException {
    GraphData data = GraphFiles.read(RealData.path("topology/" + name + ".jlg"), work);
    GraphAssert.assertGraph(data.graph());
    assertThat(data.graph().nodeCount()).isEqualTo(nodes);
    assertThat(data.graph().edgeCount()).isEqualTo(edges);
    assertThat(data.account().selfLoopsRemoved()).isEqualTo(loops);
  }
}
